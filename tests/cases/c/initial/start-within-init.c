// title: two initial threads and one place more: the first can start a thread and end, then the second can
// check: --init 2 --threads 2 --error-label W:2 => TRUE
// check: --init 2 --threads 3 --error-label W:2 => FALSE
// check: --init single --threads 3 --error-label W:2 => TRUE
// check: --init single --threads 3 --error-label W:1 => FALSE
// exercises: --init N with start_thread, start_thread at the bound, end_thread, error label with count
void main()
begin
  start_thread goto W;
  end_thread;
  W: goto W;
end
