//! `<effect:deletes in vital>`: what a pattern says of the effects of a command.
//!
//! Owns the syntax between the brackets. Refuses to know which effects a command has.

use std::fmt::{self, Display, Formatter};

use crate::command::effects::Kind;

/// One alternative of an effect token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EffectPattern {
    /// Which kind; `None`: any but reading (`<effect:any>`).
    pub kind: Option<Kind>,
    /// Only effects on what lies there.
    pub place: Option<EffectPlace>,
}

/// What an effect is on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EffectPlace {
    /// `outside` rather than `in`.
    pub outside: bool,
    /// A list of `definitions.paths`, or a type.
    pub name: String,
}

impl EffectPattern {
    /// Reads what stands after `effect:`, and says what is wrong with it.
    ///
    /// # Errors
    /// What is wrong, and what would be right.
    pub(super) fn parse(text: &str) -> Result<Self, (String, String)> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (kind, place) = match words.as_slice() {
            [kind] => (*kind, None),
            [kind, relation @ ("in" | "outside"), name] => {
                (*kind, Some(EffectPlace { outside: *relation == "outside", name: (*name).to_owned() }))
            }
            _ => {
                let help = "write `<effect:writes>`, `<effect:writes in NAME>` or `<effect:writes outside NAME>`";
                return Err((format!("`<effect:{text}>` is no effect"), help.to_owned()));
            }
        };
        match Kind::from_name(kind) {
            Some(kind) => Ok(Self { kind: Some(kind), place }),
            None if kind == "any" && place.is_none() => Ok(Self { kind: None, place }),
            None if kind == "any" => {
                let help = "name the effect: `<effect:writes in NAME>`";
                Err(("`any` effect is on nothing in particular".to_owned(), help.to_owned()))
            }
            None => {
                let names: Vec<&str> = Kind::ALL.iter().map(|kind| kind.as_str()).collect();
                let help = format!("the effects are {} and any", names.join(", "));
                Err((format!("there is no effect `{kind}`"), help))
            }
        }
    }

    /// Is an effect of this kind meant?
    #[must_use]
    pub fn covers(&self, kind: Kind) -> bool {
        self.kind.map_or(kind != Kind::Reads, |own| own == kind)
    }
}

impl Display for EffectPattern {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "<effect:{}", self.kind.map_or("any", Kind::as_str))?;
        if let Some(place) = &self.place {
            write!(formatter, " {} {}", if place.outside { "outside" } else { "in" }, place.name)?;
        }
        formatter.write_str(">")
    }
}
