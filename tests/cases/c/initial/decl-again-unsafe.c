// title: executing decl again makes l arbitrary again
// check: --threads 1 => FALSE
// exercises: decl as a statement, label on decl, uninitialised local variable
decl again := 0;

void main()
begin
  L: decl l;
  if again then assert(l); fi;
  l := 1;
  again := 1;
  goto L;
end
