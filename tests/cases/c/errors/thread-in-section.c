// title: a thread started at a label inside an atomic section
// check: => ERROR 2 "atomic"
// exercises: atomic_begin, start_thread goto
decl g := 0;

void main()
begin
  start_thread goto Middle;
  atomic_begin;
  Middle: g := 1;
  atomic_end;
end
