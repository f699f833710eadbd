// title: one of two goto targets does not exist
// check: => ERROR 2 "99"
// exercises: goto with a list, integer labels
decl x := 0;

void main()
begin
  0: goto 1, 99;
  1: x := 1;
end
