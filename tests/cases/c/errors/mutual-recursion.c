// title: two functions that call each other; the message shows the cycle
// check: => ERROR 2 "ping -> pong -> ping"
// exercises: recursion
decl g := 0;

void ping()
begin
  if g then pong(); fi;
end

void pong()
begin
  g := !g;
  ping();
end

void main()
begin
  ping();
end
