// title: $ on a shared variable
// check: => ERROR 2 "total"
// exercises: passive variable
decl total := 0;
decl thread_local b := 0;

void main()
begin
  b, total$ := 1, 0;
end
