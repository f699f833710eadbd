/* Peterson's mutual exclusion, ROUNDS rounds for each process; the program is peterson.c.
   Every step accesses at most one shared variable. */
#ifndef ROUNDS
#define ROUNDS 3
#endif

byte flag[2], turn, inside;

active [2] proctype worker() {
  byte round;
  do
  :: atomic { round < ROUNDS -> flag[_pid] = 1 };
     turn = 1 - _pid;
wait:
     if
     :: flag[1 - _pid] ->
        if
        :: turn == 1 - _pid -> goto wait
        :: else
        fi
     :: else
     fi;
     inside++;
     assert(inside == 1);
     inside--;
     atomic { flag[_pid] = 0; round++ }
  :: round == ROUNDS -> break
  od
}
