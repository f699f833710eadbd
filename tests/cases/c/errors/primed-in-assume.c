// title: a primed variable outside constrain
// check: => ERROR 2 "ready"
// exercises: primed variable, assume
decl ready := 0;

void main()
begin
  assume('ready);
end
