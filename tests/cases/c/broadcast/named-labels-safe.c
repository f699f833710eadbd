// title: the waiter is started after the only broadcast and waits for ever
// check: --threads 1 => TRUE
// check: --threads 2 => TRUE
// check: --threads 2 --error-label W => FALSE
// exercises: wait, broadcast, start_thread with a call
decl g := 0;

void waiter()
begin
  W: wait;
  g := 1;
end

void main()
begin
  broadcast;
  start_thread waiter();
  assert(!g);
end
