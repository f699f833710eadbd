// title: no ; after fi
// check: => ERROR 2 ";"
// exercises: syntax, if
decl g := 0;

void main()
begin
  if g then skip; fi
  skip;
end
