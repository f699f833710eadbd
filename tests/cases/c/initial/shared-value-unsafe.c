// title: the same variable shared: the first thread clears it for the second one
// check: --init 1 --threads 1 => TRUE
// check: --init 2 --threads 2 => FALSE
// exercises: shared variable with value, --init N
decl b := 1;

void main()
begin
  assert(b);
  b := 0;
end
