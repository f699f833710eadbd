// title: a second thread in the same local state as the first one to move is another thread: it gets b = 1
// check: --init 1 --threads 1 => TRUE
// check: --init 2 --threads 2 => FALSE
// exercises: passive assignment, threads in equal local states
decl go := 0;
decl thread_local b := 0;

void main()
begin
  go, b$ := 1, !go;
  assert(!b);
end
