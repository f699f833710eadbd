// title: l$ & l keeps every copy at 0
// check: --threads 1 => TRUE
// check: --threads 3 => TRUE
// exercises: passive variable, passive variable on the right, integer labels
decl s := 0;

void main()
begin
  decl l := 0;
  0: l, l$ := 0, l$ & l;
  1: assert(!l);
end
