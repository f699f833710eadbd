// title: a character outside the language is an error, not skipped
// check: => ERROR 2 "%"
// exercises: lexis, integer labels
decl x := 0;

void main()
begin
  0: x := %1;
end
