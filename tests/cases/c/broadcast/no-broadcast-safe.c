// title: without a broadcast no thread passes its wait
// check: --threads 1 => TRUE
// check: --threads 3 => TRUE
// check: --threads 3 --error-label 0:3 => FALSE
// exercises: wait without broadcast
decl s := 0;

void main()
begin
  0: wait;
  1: assert(0);
end
