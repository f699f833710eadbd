-- Hand-written; compare at N = 14
-- Threads prepare on their own, enter a critical section under a lock, and start again. One
-- rule steps a thread through its current statement: one guard per thread instead of fourteen.

type
  tid: scalarset(@N@);
  location: enum {
    L0, L1, L2, ClearA,         -- preparation
    Enter, Wait, Take, Leave,   -- atomic test-and-set of the lock
    Check, SetBusy, FlipB, ClearBusy, Free, Again
  };

var
  atomic: boolean;              -- some thread is inside the atomic section
  lock, busy: boolean;
  thread: array[tid] of record
    pc: location;
    a, b: boolean;
  end;

startstate
begin
  atomic := false;
  lock := false;
  busy := false;
  for t: tid do
    thread[t].pc := L0;
    thread[t].a := false;
    thread[t].b := false;
  end;
end;

ruleset t: tid do
  alias me: thread[t] do

    rule "step"
      (atomic -> me.pc = Wait | me.pc = Take | me.pc = Leave)
      & (me.pc = Wait -> !lock)
    ==>
    begin
      switch me.pc
        case L0:        me.a := !me.a;                          me.pc := L1;
        case L1:        me.b := me.a != me.b;                   me.pc := L2;
        case L2:        if me.a & me.b then                     me.pc := ClearA;
                        else                                    me.pc := Enter;
                        end;
        case ClearA:    me.a := false;                          me.pc := Enter;
        case Enter:     atomic := true;                         me.pc := Wait;
        case Wait:                                              me.pc := Take;
        case Take:      lock := true;                           me.pc := Leave;
        case Leave:     atomic := false;                        me.pc := Check;
        case Check:     assert "nobody else is busy" !busy;     me.pc := SetBusy;
        case SetBusy:   busy := true;                           me.pc := FlipB;
        case FlipB:     me.b := !me.b;                          me.pc := ClearBusy;
        case ClearBusy: busy := false;                          me.pc := Free;
        case Free:      lock := false;                          me.pc := Again;
        case Again:                                             me.pc := L0;
      end;
    end;

  end;
end;
