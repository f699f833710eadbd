// title: a local of thr can be passive too: the second worker sets b of the first one before its assertion
// check: --threads 2 => TRUE
// check: --threads 3 => FALSE
// exercises: passive function local, start_thread with a call
void thr()
begin
  decl b;
  b := 0;
  b$ := 1;
  assert(!b);
end

void main()
begin
  start_thread thr();
  start_thread thr();
end
