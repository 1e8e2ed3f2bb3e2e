//! Interactive shells with runok before their Enter, driven through terminals of their own: what must not run does not, what
//! may does, and the shell is otherwise as it was.
//!
//! bash, zsh and fish have to be there; `tests/tools.sh` makes sure of nushell, whose tests say so where it is not.

#[path = "support/pty.rs"]
mod pty;

#[path = "shells/bash.rs"]
mod bash;
#[path = "shells/bash_hooks.rs"]
mod bash_hooks;
#[path = "shells/bash_layers.rs"]
mod bash_layers;
#[path = "shells/fish.rs"]
mod fish;
#[path = "shells/late.rs"]
mod late;
#[path = "shells/nushell.rs"]
mod nushell;
#[path = "shells/prompt.rs"]
mod prompt;
#[path = "shells/snippets.rs"]
mod snippets;
#[path = "shells/spoken.rs"]
mod spoken;
#[path = "shells/zsh.rs"]
mod zsh;
#[path = "shells/zsh_hooks.rs"]
mod zsh_hooks;
