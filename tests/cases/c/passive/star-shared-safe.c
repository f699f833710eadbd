// title: g is chosen once and then given to all others, so they agree
// check: --init 2 --threads 2 => TRUE
// check: --init 3 --threads 3 => TRUE
// exercises: passive assignment from a shared variable, constrain
decl g, go := 0, x := 0, y := 0;
decl thread_local b := 0;

void main()
begin
  goto A, P;
  A: go, b$ := 1, g constrain !go;
  end_thread;
  P: assume(go);
  if b then x := 1; else y := 1; fi;
  assert(!(x & y));
end
