//! Options without a value that say what is done to every operand that is a path.
//!
//! Owns keeping them until the operands are known. Refuses to know what the operands are.

use crate::verdict::Match;

use super::{Beside, Drawing, Kind};

/// An option without a value that says what is done to every operand that is a path.
#[derive(Clone)]
pub(super) struct Alike {
    pub(super) kind: Kind,
    pub(super) matched: Match,
    pub(super) beside: Option<Beside>,
    /// How surely one of them is given that never takes a value, so that it does this to something even where there is no
    /// such operand.
    pub(super) bare: Match,
}

impl Drawing<'_> {
    /// An option says what is done to every operand that is a path. Giving it again says nothing more.
    pub(super) fn alike(&mut self, kind: Kind, matched: Match, bare: bool) {
        let bare = if bare { matched } else { Match::Never };
        let beside = &self.beside;
        match self.alike.iter_mut().find(|known| known.kind == kind && known.beside == *beside) {
            Some(known) => {
                known.matched = known.matched.or(matched);
                known.bare = known.bare.or(bare);
            }
            None => self.alike.push(Alike { kind, matched, beside: beside.clone(), bare }),
        }
    }

    /// Where no operand is a path it is not told what such an option does it to.
    pub(super) fn alike_to_nothing(&mut self) {
        for alike in std::mem::take(&mut self.alike) {
            self.beside = alike.beside;
            self.add(alike.kind, None, alike.bare.and(self.names_paths.negated()));
        }
        self.beside = None;
    }
}
