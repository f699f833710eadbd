// title: a thread started before b := 1 has the creator's value of that moment
// check: --threads 1 => TRUE
// check: --threads 2 => FALSE
// exercises: thread_local with value, start_thread goto, copy of locals
decl thread_local b := 0;

void main()
begin
  start_thread goto C;
  b := 1;
  end_thread;
  C: assert(b);
end
