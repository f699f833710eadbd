// title: the same shared variable twice
// check: => ERROR 2 "twice"
// exercises: decl
decl twice := 0, other := 1;
decl twice := 1;

void main()
begin
  other := twice;
end
