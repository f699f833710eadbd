// title: a call of an empty function returns, and the step after it finds x = 1
// check: --threads 1 => FALSE
// check: --threads 1 --error-label 2 => FALSE
// exercises: empty function body, name with $$, parameterless call
decl x := 0;

void c$$thr1()
begin
end

void main()
begin
  0: x := 1;
  1: c$$thr1();
  2: assert(!x);
end
