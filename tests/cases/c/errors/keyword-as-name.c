// title: a keyword as a variable name
// check: => ERROR 2 "while"
// exercises: syntax
decl while;

void main()
begin
  skip;
end
