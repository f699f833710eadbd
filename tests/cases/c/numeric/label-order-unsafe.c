// title: statements follow each other as written, not by number: after 7 comes 3
// check: --threads 1 => FALSE
// check: --threads 1 --error-label 3 => FALSE
// exercises: labels out of order, goto
decl x := 0;

void main()
begin
  0: goto 7;
  7: x := 1;
  3: assert(!x);
end
