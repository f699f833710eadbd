// title: a thread standing at wait (w = 1 says so) is another thread too: it gets b = 1 and is then released
// check: --init 1 --threads 1 => TRUE
// check: --init 2 --threads 2 => FALSE
// exercises: passive assignment, wait, broadcast
decl w := 0;
decl thread_local b := 0;

void main()
begin
  goto B, A;
  B: w := 1;
  W: wait;
  assert(!b);
  end_thread;
  A: assume(w);
  b$ := 1;
  broadcast;
end
