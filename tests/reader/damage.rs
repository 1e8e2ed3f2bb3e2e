//! Small damage to real lines: a character or a token is left out, doubled, put in or exchanged.

use super::generate::Random;

/// What is put in.
#[rustfmt::skip]
const PUT_IN: [&str; 44] = [
    "'", "\"", "`", "$", "(", ")", "{", "}", ";", "&", "|", "<", ">", "\\", "\n", "#", " ", "[", "]", "=", "!", "$(", "((",
    "))", "<<", "${", "\\\n", "*", "@(", "esac", ";;", " in ", "; fi", " do ", "~", "<(", "[[ ", " ]]", "$'", "<<E\n", "2>&",
    "()", "%", "/",
];

/// The pieces of a text: words, and every other character by itself.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first.is_alphanumeric() {
            true => rest.find(|char: char| !char.is_alphanumeric()).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (token, after) = rest.split_at(length);
        tokens.push(token);
        rest = after;
    }
    tokens
}

/// The text with one to three places damaged.
pub(crate) fn damaged(text: &str, random: &mut Random) -> String {
    let mut tokens: Vec<String> = tokens(text).into_iter().map(str::to_owned).collect();
    for _ in 0..=random.below(3) {
        let at = random.below(tokens.len() + 1);
        match random.below(5) {
            0 if at < tokens.len() => drop(tokens.remove(at)),
            1 if at < tokens.len() => tokens.insert(at, tokens[at].clone()),
            2 if at + 1 < tokens.len() => tokens.swap(at, at + 1),
            3 if at < tokens.len() => drop(tokens[at].pop()),
            _ => tokens.insert(at, random.pick(&PUT_IN).to_owned()),
        }
    }
    tokens.concat()
}
