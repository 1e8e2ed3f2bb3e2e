//! Names of hosts, of git's references and objects, and versions.

use std::net::{Ipv4Addr, Ipv6Addr};

/// The longest host name, in bytes.
const MAX_HOST_BYTES: usize = 253;

/// The longest part of a host name, in bytes.
const MAX_LABEL_BYTES: usize = 63;

/// What a host is made of, as a regular expression: a text that does not match is none.
pub(super) const HOST_CHARACTERS: &str = r"[A-Za-z0-9._:\[\]-]+";

/// What a reference is made of, as a regular expression: a text that does not match is none.
pub(super) const GIT_REF_CHARACTERS: &str = r"[^\x00-\x20\x7f~^:?*\[\\]+";

/// What an object's name is, as a regular expression.
pub(super) const SHA: &str = "[0-9a-fA-F]{7,64}";

/// What a semantic version is, as a regular expression: three numbers, then perhaps a pre-release and build metadata.
pub(super) const SEMVER: &str = concat!(
    r"v?(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)",
    r"(-(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)(\.(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*))*)?",
    r"(\+[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?"
);

/// A host name, or an IP address in its usual form (IPv6 with or without brackets).
pub(super) fn is_host(text: &str) -> bool {
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    if bare.contains(':') {
        return bare.parse::<Ipv6Addr>().is_ok();
    }
    is_host_name(text)
}

/// A host name or IPv4 address. A name whose last part is a number is an address to some programs (`127.1`,
/// `0x7f000001`), so only the usual form is one here.
pub(super) fn is_host_name(text: &str) -> bool {
    let name = text.strip_suffix('.').unwrap_or(text);
    let is_label = |label: &str| {
        (1..=MAX_LABEL_BYTES).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    let last = name.rsplit('.').next().unwrap_or("");
    let like_number = last.bytes().all(|byte| byte.is_ascii_digit())
        || last
            .strip_prefix("0x")
            .or_else(|| last.strip_prefix("0X"))
            .is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()));
    name.len() <= MAX_HOST_BYTES && name.split('.').all(is_label) && (!like_number || text.parse::<Ipv4Addr>().is_ok())
}

/// A name that `git check-ref-format --allow-onelevel` accepts, and that is no option.
pub(super) fn is_git_ref(text: &str) -> bool {
    let odd = |character: char| character.is_ascii_control() || " ~^:?*[\\".contains(character);
    let is_component =
        |component: &str| !component.is_empty() && !component.starts_with('.') && !component.ends_with(".lock");
    !text.contains(odd)
        && !text.contains("..")
        && !text.contains("@{")
        && !text.ends_with('.')
        && !text.starts_with('-')
        && text != "@"
        && text.split('/').all(is_component)
}

/// 7 to 64 hexadecimal digits.
pub(super) fn is_sha(text: &str) -> bool {
    (7..=64).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}
