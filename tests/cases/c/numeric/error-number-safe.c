// title: 5 is behind a guard that nobody opens; the numbers of labels can be error labels
// check: --threads 3 --error-label 5 => TRUE
// check: --threads 3 --error-label 1:3 => FALSE
// check: --threads 2 --error-label 1:3 => TRUE
// check: --threads 2 --error-label 1:1+3:1 => FALSE
// check: --threads 1 --error-label 1:1+3:1 => TRUE
// exercises: numeric error labels, counts, conjunction of labels
decl s := 0;

void main()
begin
  0: goto 1, 3;
  1: skip;
  2: goto 6;
  3: skip;
  4: assume(s);
  5: skip;
  6: skip;
end
