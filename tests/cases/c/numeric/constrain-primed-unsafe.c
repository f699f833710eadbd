// title: 'x | 'y also lets both new values be 1
// check: --threads 1 => FALSE
// exercises: constrain, primed variables
decl x := 0, y := 0, z := 1;

void main()
begin
  0: x, y := *, * constrain ('x | 'y) & 'z = z;
  1: assert(x != y & z);
end
