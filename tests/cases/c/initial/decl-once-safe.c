// title: decl stands before the loop, so l keeps its 1
// check: --threads 1 => TRUE
// exercises: decl as a statement, uninitialised local variable
decl again := 0;

void main()
begin
  decl l;
  L: if again then assert(l); fi;
  l := 1;
  again := 1;
  goto L;
end
