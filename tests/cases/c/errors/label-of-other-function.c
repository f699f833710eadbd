// title: a label of another function is no goto target
// check: => ERROR 2 "Elsewhere"
// exercises: goto
void helper()
begin
  Elsewhere: skip;
end

void main()
begin
  helper();
  goto Elsewhere;
end
