//! The command from outside: what it reads, prints, writes and returns.

mod bad_input;
mod c_programs;
mod commands;
mod documents;
mod file_types;
mod help;
mod limits;
mod readme;
mod round_trip;
mod samples;
mod threadwise;
