//! runok decides, before a command runs, whether it may.
//!
//! ```text
//! bytes ─input→ CommandLine ─shell→ Script ─command→ [Invocation] ─decision→ Decision ─answer→ text, JSON, exit code
//!                                YAML ─policy→ Policy ─┘               └→ Query ⇄ validator (one exchange)
//! ```
//!
//! Each room imports only from those before it: `verdict < input < facts < shell < command < policy < decision <
//! validator < agent < answer < app`. Only edges do I/O: `policy::load`, `policy::trust`, `validator::{consult, launch, process}` and
//! `app`.

pub mod agent;
pub mod answer;
pub mod app;
pub mod command;
pub mod decision;
pub mod facts;
pub mod input;
pub mod policy;
pub mod shell;
pub mod validator;
pub mod verdict;
