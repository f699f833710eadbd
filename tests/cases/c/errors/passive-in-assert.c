// title: $ in assert
// check: => ERROR 2 "mine"
// exercises: passive variable, assert
decl thread_local mine := 0;

void main()
begin
  assert(!mine$);
end
