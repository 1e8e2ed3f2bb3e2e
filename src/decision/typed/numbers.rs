//! Numbers as words.

/// What an integer is, as a regular expression.
pub(super) const INT: &str = "[+-]?[0-9]+";

/// What a port is, as a regular expression.
pub(super) const PORT: &str = "[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]";

/// A decimal integer with an optional sign, within these bounds.
pub(super) fn is_int(text: &str, min: Option<i64>, max: Option<i64>) -> bool {
    let (negative, digits) = match (text.strip_prefix('-'), text.strip_prefix('+')) {
        (Some(digits), _) => (true, digits),
        (None, Some(digits)) => (false, digits),
        (None, None) => (false, text),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    // more digits than fit lie beyond every bound
    let size = digits.parse::<i128>().unwrap_or(i128::MAX);
    let number = if negative { -size } else { size };
    min.is_none_or(|min| number >= i128::from(min)) && max.is_none_or(|max| number <= i128::from(max))
}

/// 1 to 65535, without a sign or leading zeros.
pub(super) fn is_port(text: &str) -> bool {
    !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit()) && text.parse::<u16>().is_ok()
}
