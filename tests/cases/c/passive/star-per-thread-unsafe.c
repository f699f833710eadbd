// title: * in b$ := * is chosen for each other thread: one gets 1 and sets x, one gets 0 and sets y
// check: --init 2 --threads 2 => TRUE
// check: --init 3 --threads 3 => FALSE
// exercises: star in a passive assignment, constrain
decl go := 0, x := 0, y := 0;
decl thread_local b := 0;

void main()
begin
  goto A, P;
  A: go, b$ := 1, * constrain !go;
  end_thread;
  P: assume(go);
  if b then x := 1; else y := 1; fi;
  assert(!(x & y));
end
