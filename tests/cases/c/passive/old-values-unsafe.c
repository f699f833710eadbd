// title: in two assignments, even in one section, the others get the new l = 0
// check: --init 1 --threads 1 => TRUE
// check: --init 2 --threads 2 => FALSE
// exercises: passive assignment from an active variable, atomic section, constrain
decl go := 0;
decl thread_local l := 1, b := 0;

void main()
begin
  goto A, P;
  A: atomic_begin;
  go, l := 1, 0 constrain !go;
  b$ := l;
  atomic_end;
  end_thread;
  P: assume(go);
  assert(b);
end
