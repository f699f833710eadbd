//! The suites for C and C++, in one binary.

mod c_cases;
mod certified;
mod fuzz_c;
mod sanitizers;
