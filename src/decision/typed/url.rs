//! URLs, read so that no program can read another host in them.
//!
//! Owns a strict reader of `scheme://authority` and what may follow. Programs differ on everything odd (backslashes,
//! blanks, `user@host@host`, numbers for addresses, letters beyond ASCII): such a text is neither surely a URL of some host
//! nor surely not. Refuses to look for hosts in texts without a scheme (`bare` does).

use super::bare;
use super::names::is_host_name;
use crate::verdict::Match;
use std::net::Ipv6Addr;

/// Which URLs are wanted; an empty list admits any.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    /// Lower case.
    pub(super) schemes: &'a [String],
    /// Lower case; `*.example.com` stands for every name below it.
    pub(super) hosts: &'a [String],
}

impl Wanted<'_> {
    /// Every URL.
    pub(super) const ANY: Wanted<'static> = Wanted { schemes: &[], hosts: &[] };

    fn admits_scheme(&self, scheme: &str) -> bool {
        self.schemes.is_empty() || self.schemes.contains(&scheme.to_ascii_lowercase())
    }

    /// Are hosts wanted, whatever the scheme?
    fn wants_hosts_alone(&self) -> bool {
        self.schemes.is_empty() && !self.hosts.is_empty()
    }

    pub(super) fn admits_host(&self, host: &str) -> bool {
        if self.hosts.is_empty() {
            return true;
        }
        let host = plain_host(host);
        self.hosts.iter().any(|wanted| match wanted.strip_prefix("*.") {
            Some(parent) => {
                host.strip_suffix(&plain_host(parent)).is_some_and(|below| below.len() > 1 && below.ends_with('.'))
            }
            None => host == plain_host(wanted),
        })
    }
}

/// Schemes that nobody means who lists hosts alone: a file, whatever the host (`file://localhost/etc/passwd`), and protocols by
/// which curl says to a port what stands in the URL (`gopher://localhost:6379/_FLUSHALL`).
const UNMEANT: [&str; 17] = [
    "dict", "file", "gopher", "gophers", "imap", "imaps", "ldap", "ldaps", "mqtt", "pop3", "pop3s", "rtsp", "smb",
    "smbs", "smtp", "telnet", "tftp",
];

fn is_unmeant(scheme: &str) -> bool {
    UNMEANT.iter().any(|unmeant| scheme.eq_ignore_ascii_case(unmeant))
}

/// One spelling for a host: lower case, no final dot, IPv6 in its shortest form without brackets.
fn plain_host(host: &str) -> String {
    let bare = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(host);
    match bare.parse::<Ipv6Addr>() {
        Ok(address) => address.to_string(),
        Err(_) => bare.strip_suffix('.').unwrap_or(bare).to_ascii_lowercase(),
    }
}

/// Is the text a wanted URL?
pub(super) fn is_url(text: &str, wanted: &Wanted<'_>) -> Match {
    match split(text) {
        Split::NoScheme => bare::is_url(text, wanted),
        Split::Odd => Match::May,
        Split::Scheme { scheme, .. } if !wanted.admits_scheme(scheme) => Match::Never,
        Split::Scheme { scheme, .. } if wanted.wants_hosts_alone() && is_unmeant(scheme) => Match::May,
        Split::Scheme { scheme, rest } => {
            let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
            let (authority, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
            // some programs read on to a later `@` where no slash ended the host
            if !after.starts_with('/') && after.contains('@') {
                return Match::May;
            }
            of_authority(scheme, authority, wanted)
        }
    }
}

/// Is every text that begins so a wanted URL?
pub(super) fn begins_url(prefix: &str, wanted: &Wanted<'_>) -> Match {
    match split(prefix) {
        // without a colon the scheme is not complete, and nothing is known of what follows a colon at the end
        Split::NoScheme if prefix.contains(':') && !prefix.ends_with(':') => bare::begins_url(prefix, wanted),
        Split::NoScheme | Split::Odd => Match::May,
        Split::Scheme { scheme, .. } if !wanted.admits_scheme(scheme) => Match::Never,
        Split::Scheme { scheme, .. } if wanted.wants_hosts_alone() && is_unmeant(scheme) => Match::May,
        Split::Scheme { scheme, rest } => match rest.split_once('/') {
            Some((authority, _)) if !authority.contains(['?', '#']) => of_authority(scheme, authority, wanted),
            _ => Match::May,
        },
    }
}

/// Schemes that the URL standard reads a host after with no slashes, or any number of them: `https:evil.com`.
const SPECIAL: [&str; 6] = ["http", "https", "ftp", "ws", "wss", "file"];

/// A text at its first colon.
enum Split<'a> {
    /// It does not begin with a scheme, to any program; some put one before it.
    NoScheme,
    /// Some programs may read a URL in it.
    Odd,
    /// `scheme://rest`
    Scheme { scheme: &'a str, rest: &'a str },
}

fn split(text: &str) -> Split<'_> {
    let Some((scheme, rest)) = text.split_once(':') else { return Split::NoScheme };
    let is_scheme = scheme.starts_with(|first: char| first.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'));
    let is_blank = |character: char| character.is_ascii_control() || character.is_whitespace();
    match rest.strip_prefix("//") {
        Some(rest) if is_scheme => Split::Scheme { scheme, rest },
        // blanks around and within are dropped by some
        _ if scheme.contains(is_blank) => Split::Odd,
        // as the URL standard reads it the slashes may be left out here
        None if SPECIAL.iter().any(|special| scheme.eq_ignore_ascii_case(special)) => Split::Odd,
        None if is_scheme && rest.starts_with(|first| is_blank(first) || matches!(first, '/' | '\\')) => Split::Odd,
        _ => Split::NoScheme,
    }
}

fn of_authority(scheme: &str, authority: &str, wanted: &Wanted<'_>) -> Match {
    if authority.is_empty() {
        // only a file has no host; elsewhere some programs take what follows the third slash for one
        return if scheme.eq_ignore_ascii_case("file") { Match::known(wanted.hosts.is_empty()) } else { Match::May };
    }
    match host(authority) {
        Some(host) => Match::known(wanted.admits_host(host)),
        None => Match::May,
    }
}

/// The host of `user:password@host:port`, where every program finds the same one.
fn host(authority: &str) -> Option<&str> {
    let host_and_port = match authority.split_once('@') {
        Some((user, rest)) if is_plain_user(user) => rest,
        Some(_) => return None,
        None => authority,
    };
    let (host, port) = match host_and_port.strip_prefix('[') {
        Some(rest) => {
            let (address, after) = rest.split_once(']')?;
            address.parse::<Ipv6Addr>().ok()?;
            (address, after.strip_prefix(':').or_else(|| after.is_empty().then_some("80"))?)
        }
        None => match host_and_port.split_once(':') {
            Some((host, port)) if is_host_name(host) => (host, port),
            None if is_host_name(host_and_port) => (host_and_port, "80"),
            _ => return None,
        },
    };
    (port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok()).then_some(host)
}

fn is_plain_user(user: &str) -> bool {
    user.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~:%!$&'()*+,;=".contains(&byte))
}
