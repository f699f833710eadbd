// title: the second worker writes the value that b has in every worker behind b := 0
// check: --threads 2 => TRUE
// check: --threads 3 => TRUE
// exercises: passive function local, start_thread with a call
void thr()
begin
  decl b;
  b := 0;
  b$ := 0;
  assert(!b);
end

void main()
begin
  start_thread thr();
  start_thread thr();
end
