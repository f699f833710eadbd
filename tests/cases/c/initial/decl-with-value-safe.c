// title: a local declared with a value has it after its declaration, in every thread
// check: --threads 1 => TRUE
// check: --init 2 --threads 2 => TRUE
// exercises: local decl with value
void main()
begin
  decl l := 0, m := 1;
  assert(!l & m);
  l, m := m, l;
  assert(l & !m);
end
