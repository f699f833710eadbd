/* Lamport's bakery with three processes, ROUNDS rounds for each; the program is bakery.c.
   Every step accesses at most one shared variable. */
#ifndef ROUNDS
#define ROUNDS 1
#endif

#define N 3

byte choosing[N], number[N], inside;

/* The next process after j that is not this one. */
#define NEXT(j) (j + 1 == _pid -> j + 2 : j + 1)

/* Process j comes first. Evaluated in one step. */
#define FIRST(j) (number[j] && (number[j] < ticket || (number[j] == ticket && j < _pid)))

active [N] proctype worker() {
  byte round, ticket, j;
  do
  :: atomic { round < ROUNDS -> choosing[_pid] = 1 };
     do
     :: atomic { j < N -> ticket = (number[j] > ticket -> number[j] : ticket); j++ }
     :: atomic { j == N -> ticket++; number[_pid] = ticket }; break
     od;
     atomic { choosing[_pid] = 0; j = (_pid == 0 -> 1 : 0) };
     do
     :: j < N && choosing[j]
     :: j < N && !choosing[j] ->
        do
        :: FIRST(j)
        :: atomic { !FIRST(j) -> j = NEXT(j) }; break
        od
     :: atomic { j == N -> inside++ }; break
     od;
     assert(inside == 1);
     inside--;
     atomic { number[_pid] = 0; ticket = 0; j = 0; round++ }
  :: round == ROUNDS -> break
  od
}
