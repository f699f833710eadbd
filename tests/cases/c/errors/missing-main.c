// title: no function is called main
// check: => ERROR 2 "main"
// exercises: functions
decl g := 0;

void start()
begin
  g := 1;
end
