//! Texts without a scheme that a program may take for a URL: `evil.com`, `evil.com:443/x`, `user@evil.com`.
//!
//! Owns the search for a wanted host in such a text: curl and wget put `http://` before it. It finds one rather too often:
//! what it finds may be that host, never surely. Refuses to take a text for a URL where no host is wanted: any word could be one.

use super::url::Wanted;
use crate::verdict::Match;
use std::net::{Ipv4Addr, Ipv6Addr};

/// Stands for what a program makes into some text that is not told here.
const GAP: char = '\0';

/// May a program find one of the wanted hosts in the text?
pub(super) fn is_url(text: &str, wanted: &Wanted<'_>) -> Match {
    let text = gapped(text);
    if wanted.hosts.is_empty() || is_other(&text) {
        return Match::Never;
    }
    let authority = text.split('/').next().unwrap_or(&text);
    let mut after_users = authority.split('@');
    // before an `@` stands the user, unless the host ended there: programs differ
    let first = after_users.next().filter(|first| *first == authority || first.contains(['?', '#', '\\']));
    let found = first.into_iter().chain(after_users).any(|host| may_name(host, wanted));
    Match::known(found).and(Match::May)
}

/// May a program find one in a text that begins so?
pub(super) fn begins_url(prefix: &str, wanted: &Wanted<'_>) -> Match {
    if prefix.contains('/') && !prefix.contains('{') {
        return is_url(prefix, wanted);
    }
    let never = wanted.hosts.is_empty() || is_other(&gapped(prefix));
    if never { Match::Never } else { Match::May }
}

/// Is it an option, a path, or nothing?
fn is_other(text: &str) -> bool {
    text.is_empty() || text.starts_with(['-', '/', '.'])
}

/// The text without blanks, which some programs drop, and with gaps for the sets and ranges that curl makes several texts of
/// and for letters that may stand for others.
fn gapped(text: &str) -> String {
    let text: String = text.chars().filter(|character| !character.is_control() && !character.is_whitespace()).collect();
    let mut gapped = String::new();
    let mut rest = text.as_str();
    while let Some(character) = rest.chars().next() {
        let after = rest.get(character.len_utf8()..).unwrap_or("");
        let end = match character {
            '{' => '}',
            '[' => ']',
            _ => {
                gapped.push(if character.is_ascii() { character } else { GAP });
                rest = after;
                continue;
            }
        };
        rest = match after.split_once(end) {
            Some((within, beyond)) if is_set(within, end) => {
                gapped.push(GAP);
                beyond
            }
            _ => {
                gapped.push(character);
                after
            }
        };
    }
    gapped
}

/// Does curl make hosts of it: `a,b` in braces, `a-c` in brackets? JSON has quotes in its own.
fn is_set(within: &str, end: char) -> bool {
    let is_label = |text: &str| {
        !text.is_empty()
            && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_' | b'%'))
    };
    if end == ']' {
        return within
            .split_once('-')
            .is_some_and(|(from, to)| is_label(from) && is_label(to.split(':').next().unwrap_or("")));
    }
    within.split(',').any(|one| is_label(one.split(['/', ':', '@', '?', '#']).next().unwrap_or("")))
}

/// May this, with a port or what follows a host otherwise, name a wanted host?
fn may_name(text: &str, wanted: &Wanted<'_>) -> bool {
    let text = text.split(['?', '#', '\\']).next().unwrap_or(text);
    let bracketed = text.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    if let Some((address, _)) = bracketed.filter(|(address, _)| address.parse::<Ipv6Addr>().is_ok()) {
        return wanted.admits_host(address);
    }
    let host = decoded(text.split(':').next().unwrap_or(text)).to_ascii_lowercase();
    match (host.split_once(GAP), host.rsplit_once(GAP)) {
        (Some((begins, _)), Some((_, ends))) => {
            let ends = ends.strip_suffix('.').unwrap_or(ends);
            wanted.hosts.iter().any(|one| match one.strip_prefix('*') {
                Some(below) => ends.ends_with(below) || below.ends_with(ends),
                None => one.starts_with(begins) && one.ends_with(ends),
            })
        }
        _ => {
            let number = address(&host).map(|address| address.to_string());
            wanted.admits_host(&host) || number.is_some_and(|address| wanted.admits_host(&address))
        }
    }
}

/// `%65` is `e` to curl.
fn decoded(text: &str) -> String {
    let mut pieces = text.split('%');
    let mut decoded = pieces.next().unwrap_or("").to_owned();
    for piece in pieces {
        let byte = piece.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        match (byte, piece.get(2..)) {
            (Some(byte), Some(rest)) => {
                decoded.push(if byte.is_ascii() { char::from(byte) } else { GAP });
                decoded.push_str(rest);
            }
            _ => {
                decoded.push('%');
                decoded.push_str(piece);
            }
        }
    }
    decoded
}

/// The address that one to four numbers stand for, in the older ways of writing: `127.1`, `0x7f000001`.
fn address(text: &str) -> Option<Ipv4Addr> {
    let number = |part: &str| match (part.strip_prefix("0x"), part.strip_prefix('0')) {
        (Some(digits), _) => u32::from_str_radix(digits, 16).ok(),
        (None, Some(digits)) if !digits.is_empty() => u32::from_str_radix(digits, 8).ok(),
        _ => part.parse().ok(),
    };
    let numbers: Vec<u32> = text.split('.').map(number).collect::<Option<_>>()?;
    let (last, before) = numbers.split_last()?;
    if before.len() > 3 || before.iter().any(|number| *number > 255) {
        return None;
    }
    let shifts = [24, 16, 8];
    let high = before.iter().zip(shifts).fold(0, |high, (number, shift)| high | number << shift);
    let left = u32::MAX.checked_shr(8 * u32::try_from(before.len()).ok()?)?;
    (*last <= left).then(|| Ipv4Addr::from(high | last))
}
