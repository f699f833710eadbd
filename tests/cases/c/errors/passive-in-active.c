// title: $ on the right-hand side of an active target
// check: => ERROR 2 "mine"
// exercises: passive variable
decl thread_local mine := 0;

void main()
begin
  mine := mine$;
end
