-- Hand-written; compare at N = 10
-- Two locks taken in a fixed order, with some work of its own for each thread. One rule
-- steps a thread through its current statement: one guard per thread instead of ten.

type
  tid: scalarset(@N@);
  location: enum { Start, TakeA, MixY, TakeB, Check, AndX, FreeB, FlipY, FreeA, Again };

var
  a, b: boolean;
  thread: array[tid] of record
    pc: location;
    x, y: boolean;
  end;

startstate
begin
  a := false;
  b := false;
  for t: tid do
    thread[t].pc := Start;
    thread[t].x := false;
    thread[t].y := false;
  end;
end;

ruleset t: tid do
  alias me: thread[t] do

    rule "step"
      (me.pc = TakeA -> !a) & (me.pc = TakeB -> !b)
    ==>
    begin
      switch me.pc
        case Start: me.x := !me.x;                    me.pc := TakeA;
        case TakeA: a := true;                        me.pc := MixY;
        case MixY:  me.y := me.x != me.y;             me.pc := TakeB;
        case TakeB: b := true;                        me.pc := Check;
        case Check: assert "both locks held" a & b;   me.pc := AndX;
        case AndX:  me.x := me.x & me.y;              me.pc := FreeB;
        case FreeB: b := false;                       me.pc := FlipY;
        case FlipY: me.y := !me.y;                    me.pc := FreeA;
        case FreeA: a := false;                       me.pc := Again;
        case Again:                                   me.pc := Start;
      end;
    end;

  end;
end;
