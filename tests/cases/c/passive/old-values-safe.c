// title: in one parallel assignment the others get the old l = 1
// check: --init 2 --threads 2 => TRUE
// check: --init 3 --threads 3 => TRUE
// exercises: parallel assignment with a passive part, constrain
decl go := 0;
decl thread_local l := 1, b := 0;

void main()
begin
  goto A, P;
  A: go, l, b$ := 1, 0, l constrain !go;
  end_thread;
  P: assume(go);
  assert(b);
end
