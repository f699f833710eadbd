/* A ring buffer with one producer and one consumer, ELEMENTS elements; the program is ring.c.
   Every step accesses at most one shared variable. */
#ifndef ELEMENTS
#define ELEMENTS 24
#endif

#define SIZE 4

int items[SIZE], head, tail;

active proctype producer() {
  int i, position;
  do
  :: atomic { i < ELEMENTS -> position = tail };
     do
     :: position - head == SIZE
     :: else -> break
     od;
     items[position % SIZE] = i;
     atomic { tail = position + 1; i++ }
  :: i == ELEMENTS -> break
  od
}

active proctype consumer() {
  int i, position;
  do
  :: atomic { i < ELEMENTS -> position = head };
     do
     :: position == tail
     :: else -> break
     od;
     assert(items[position % SIZE] == i);
     atomic { head = position + 1; i++ }
  :: i == ELEMENTS -> break
  od
}
