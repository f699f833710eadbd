// title: 'c is the active thread's c, which may differ from the c of the thread that gets b
// check: --init 1 --threads 1 => TRUE
// check: --init 2 --threads 2 => FALSE
// exercises: primed passive variable, primed active variable, constrain, uninitialised thread_local
decl go := 0;
decl thread_local b, c;

void main()
begin
  goto A, P;
  A: go, b$ := 1, * constrain !go & ('b$ = 'c);
  end_thread;
  P: assume(go);
  assert(b = c);
end
