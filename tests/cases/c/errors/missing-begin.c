// title: the function main has no begin
// check: => ERROR 2 "begin"
// exercises: syntax
decl g := 0;

void main()
  g := 1;
end
