//! A panic is an answer of `ask`, never a crash.
//!
//! Owns the catching of panics and what is said about them. Refuses to go on with anything that a panic left half done:
//! what was borrowed mutably is dropped by the caller.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};

thread_local! {
    static LAST: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Keeps the panic hook from printing: what it would say is kept for [`catch`] to return.
pub(crate) fn hush() {
    panic::set_hook(Box::new(|information| {
        let place = information.location().map(|place| format!(" at {}:{}", place.file(), place.line()));
        let payload = information.payload();
        let said =
            payload.downcast_ref::<&str>().copied().or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        let said = said.unwrap_or("no message");
        let text = format!("{said}{}", place.unwrap_or_default());
        LAST.with(|last| *last.borrow_mut() = Some(text));
    }));
}

/// Runs `work`; a panic in it comes back as what it said.
pub(crate) fn catch<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    panic::catch_unwind(AssertUnwindSafe(work))
        .map_err(|_| LAST.with(|last| last.borrow_mut().take()).unwrap_or_else(|| "no message".to_owned()))
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_panic_comes_back_as_its_words() {
        // the hook of the test harness stays: only the payload's absence of a kept text is seen here
        assert_eq!(super::catch(|| 1), Ok(1));
        assert!(super::catch(|| -> u8 { panic!("on purpose") }).is_err());
    }
}
