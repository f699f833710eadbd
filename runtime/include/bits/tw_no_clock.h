/* For the next header only: waiting for a duration means waiting until the present plus that duration. No clock moves: the
 * time of a timed wait may be over at any moment anyway. Who uses it includes bits/tw_times.h before. */
#define now() time_point(::std::__tw_now())
