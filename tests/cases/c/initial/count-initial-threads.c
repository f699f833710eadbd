// title: the second thread through the assignment makes c2 1, so the answer is the number of initial threads
// check: --threads 3 => TRUE
// check: --init single --threads 3 => TRUE
// check: --init 1 --threads 3 => TRUE
// check: --init 2 --threads 3 => FALSE
// check: --init unbounded --threads 1 => TRUE
// check: --init unbounded --threads 2 => FALSE
// check: --init unbounded --threads 2 --error-label Here:2 => FALSE
// check: --init single --threads 2 --error-label Here:2 => TRUE
// exercises: --init single, --init N, --init unbounded, error label with count
decl c1 := 0, c2 := 0;

void main()
begin
  Here: c1, c2 := 1, c1;
  assert(!c2);
end
