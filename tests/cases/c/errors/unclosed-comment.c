// title: a comment that is not closed before the end of the file
// check: => ERROR 2 "comment"
// exercises: comments
decl g := 0;

void main()
begin
  g := 1; /* from here on
  skip;
end
