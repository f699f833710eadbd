// title: the active thread hands out its own value 0, so every copy stays 0
// check: --init 1 --threads 1 => TRUE
// check: --init 3 --threads 3 => TRUE
// exercises: passive assignment from an active variable, threads in equal local states
decl go := 0;
decl thread_local b := 0;

void main()
begin
  go, b$ := 1, !go & b;
  assert(!b);
end
