// title: every assignment to x, y leaves them different and z as it was, whoever executes it
// check: --threads 1 => TRUE
// check: --threads 2 => TRUE
// exercises: constrain, primed variables, primed unassigned variable, != inside &
decl x := 0, y := 0, z := 1;

void main()
begin
  0: x, y := *, * constrain 'x != 'y & 'z = z;
  1: assert(x != y & z);
end
