// title: $ in assume
// check: => ERROR 2 "mine"
// exercises: passive variable, assume
decl thread_local mine := 0;

void main()
begin
  assume(mine$);
end
