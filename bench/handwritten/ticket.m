-- Hand-written; compare at N = 8
-- A ticket lock with tickets modulo four; a thread takes one only if the next one is not in
-- use. One rule steps a thread through its current statement: one guard per thread instead of
-- ten.

type
  tid: scalarset(@N@);
  location: enum {
    Take, Wait, Draw, Leave,    -- atomically draw a ticket
    Spin, Check, SetBusy, ClearBusy, Pass, Again
  };

var
  atomic: boolean;              -- some thread is inside the atomic section
  next0, next1: boolean;        -- the next ticket to be drawn, low bit first
  now0, now1: boolean;          -- the ticket being served
  busy: boolean;
  thread: array[tid] of record
    pc: location;
    t0, t1: boolean;            -- the thread's own ticket
  end;

startstate
begin
  atomic := false;
  next0 := false;
  next1 := false;
  now0 := false;
  now1 := false;
  busy := false;
  for t: tid do
    thread[t].pc := Take;
    thread[t].t0 := false;
    thread[t].t1 := false;
  end;
end;

ruleset t: tid do
  alias me: thread[t] do

    rule "step"
      (atomic -> me.pc = Wait | me.pc = Draw | me.pc = Leave)
      & (me.pc = Wait -> next0 = now0 | (next1 != next0) != now1)   -- next + 1 != now
      & (me.pc = Spin -> me.t0 = now0 & me.t1 = now1)               -- t = now
    ==>
    begin
      switch me.pc
        case Take:      atomic := true;                         me.pc := Wait;
        case Wait:                                              me.pc := Draw;
        case Draw:      me.t0 := next0;
                        me.t1 := next1;
                        next1 := next1 != next0;
                        next0 := !next0;                        me.pc := Leave;
        case Leave:     atomic := false;                        me.pc := Spin;
        case Spin:                                              me.pc := Check;
        case Check:     assert "nobody else is busy" !busy;     me.pc := SetBusy;
        case SetBusy:   busy := true;                           me.pc := ClearBusy;
        case ClearBusy: busy := false;                          me.pc := Pass;
        case Pass:      now1 := now1 != now0;
                        now0 := !now0;                          me.pc := Again;
        case Again:                                             me.pc := Take;
      end;
    end;

  end;
end;
