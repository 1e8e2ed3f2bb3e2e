//! `<effect:deletes in vital>`: what a pattern says of the effects of a command.
//!
//! Owns the syntax between the brackets. Refuses to know which effects a command has.

use std::fmt::{self, Display, Formatter};

use serde::{Deserialize, Serialize};

use crate::command::effects::Kind;

/// One alternative of an effect token.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct EffectPattern {
    /// Which kinds.
    pub kinds: Kinds,
    /// Only effects on what lies there.
    pub place: Option<EffectPlace>,
}

/// Kinds of effects, as a pattern names them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub enum Kinds {
    /// This one.
    One(Kind),
    /// `any`: any but reading.
    Any,
    /// `acts`: any but reading and talking to the network.
    Acts,
}

/// The names of several kinds together.
const SEVERAL: [(&str, Kinds); 2] = [("any", Kinds::Any), ("acts", Kinds::Acts)];

/// What an effect is on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
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
        if let Some((name, kinds)) = SEVERAL.into_iter().find(|(name, _)| *name == kind) {
            let help = "name the effect: `<effect:writes in NAME>`".to_owned();
            return match place {
                None => Ok(Self { kinds, place }),
                Some(_) => Err((format!("`{name}` stands for several effects, which are on nothing in common"), help)),
            };
        }
        match Kind::from_name(kind) {
            Some(kind) => Ok(Self { kinds: Kinds::One(kind), place }),
            None => {
                let names: Vec<&str> = Kind::ALL.iter().map(|kind| kind.as_str()).collect();
                let help = format!("the effects are {}; any and acts stand for several", names.join(", "));
                Err((format!("there is no effect `{kind}`"), help))
            }
        }
    }

    /// Is an effect of this kind meant?
    #[must_use]
    pub fn covers(&self, kind: Kind) -> bool {
        match self.kinds {
            Kinds::One(own) => own == kind,
            Kinds::Any => kind != Kind::Reads,
            Kinds::Acts => !matches!(kind, Kind::Reads | Kind::Network),
        }
    }
}

impl Display for EffectPattern {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        let kinds = match self.kinds {
            Kinds::One(kind) => kind.as_str(),
            Kinds::Any => "any",
            Kinds::Acts => "acts",
        };
        write!(formatter, "<effect:{kinds}")?;
        if let Some(place) = &self.place {
            write!(formatter, " {} {}", if place.outside { "outside" } else { "in" }, place.name)?;
        }
        formatter.write_str(">")
    }
}
