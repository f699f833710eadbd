// title: a broadcast that no one waits for does not block
// check: --threads 1 => FALSE
// exercises: broadcast without waiters
decl s := 0;

void main()
begin
  0: broadcast;
  1: assert(0);
end
