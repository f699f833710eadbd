// title: $ in the condition of if
// check: => ERROR 2 "mine"
// exercises: passive variable, if
decl thread_local mine := 0;

void main()
begin
  if mine$ then skip; fi;
end
