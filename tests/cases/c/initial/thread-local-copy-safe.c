// title: a started thread takes a copy of the creator's thread_local, not its initial value
// check: --threads 1 => TRUE
// check: --threads 2 => TRUE
// check: --threads 2 --error-label C => FALSE
// exercises: thread_local with value, start_thread goto, copy of locals
decl thread_local b := 0;

void main()
begin
  b := 1;
  start_thread goto C;
  b := 0;
  end_thread;
  C: assert(b);
end
