//! The commands of the program: gather facts, decide, consult, render.
//!
//! An edge: the files here may do I/O. Owns no rule of the language; a caught panic is `ask`.
