// title: value = 0 makes v < value false in all threads, and the others are told
// check: --threads 1 => TRUE
// check: --threads 2 => TRUE
// exercises: passive assignment, provenance comments, two kinds of labels, start_thread goto, end_thread
// predicates of the program
decl r;                  // SHARED -- reset == 1
decl thread_local b0;    // MIXED -- v < value

void main()
begin
  PC0: r:=0;
  PC1: b0:=*;

  // file main.c line 20 function main
  PC2: start_thread goto l1;

  // file main.c line 26 function thr1
  // FROM Predicates: b0
  PC4: b0,b0$ := 0,0;
  // TO Predicates: b0

  PC5: r := 1;
  PC6: end_thread;

  // file main.c line 31 function thr1
  // FROM Predicates: r
  l1:
  PC7: assume(r);
  // TO Predicates:
  PC8: assert(!(b0));
end
