//! The suites for C and C++, in one binary.

mod c_cases;
mod certified;
mod clock_faults;
mod fuzz_c;
mod guided;
mod orbits;
mod sanitizers;
