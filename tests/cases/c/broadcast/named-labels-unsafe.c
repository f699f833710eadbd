// title: wait and broadcast with named labels: the started thread waits before the broadcast and sets g
// check: --threads 1 => TRUE
// check: --threads 2 => FALSE
// exercises: wait, broadcast, start_thread with a call
decl g := 0;

void waiter()
begin
  W: wait;
  g := 1;
end

void main()
begin
  start_thread waiter();
  broadcast;
  assert(!g);
end
