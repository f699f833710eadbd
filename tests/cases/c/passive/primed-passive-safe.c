// title: each other thread gets the b that equals its own c, and 'c$ of the unassigned c is its old value
// check: --init 1 --threads 1 => TRUE
// check: --init 3 --threads 3 => TRUE
// exercises: primed passive variable, constrain, uninitialised thread_local
decl go := 0;
decl thread_local b, c;

void main()
begin
  goto A, P;
  A: go, b$ := 1, * constrain !go & ('b$ = 'c$);
  end_thread;
  P: assume(go);
  assert(b = c);
end
