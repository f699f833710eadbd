// title: start_thread goto to a label that does not exist
// check: => ERROR 2 "Nowhere"
// exercises: start_thread goto
void main()
begin
  start_thread goto Nowhere;
end
