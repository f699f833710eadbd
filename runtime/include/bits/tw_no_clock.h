/* For the next header only: waiting for a duration means waiting until a fixed time plus that duration. No clock is
 * read: the time of a timed wait may be over at any moment anyway. A clock of the program's own stands still there. */
#define now() time_point()
