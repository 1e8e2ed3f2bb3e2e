//! The text of a table, and where its lines stand.
//!
//! Owns that this is found when runok is built: tables are long, every call needs several, and of each it needs few lines. (The
//! build script is made of this file, which therefore needs no other.) Refuses to know what lines say.

/// A text and its parts: what stands above the first section, and each section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Text {
    pub(super) whole: &'static str,
    /// For each part its numbers, and then the lines: numbers of four bytes, the lowest first.
    layout: &'static [[u8; 4]],
}

/// Lines of a text, in order.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Lines {
    text: &'static str,
    lines: &'static [[u8; 4]],
}

/// What stands above the first section, or in one.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Body {
    /// The lines that begin with a dash or a plus.
    pub(super) options: Lines,
    /// What those say behind the names and the values, each text once.
    pub(super) stated: Lines,
    /// All other lines that say something.
    pub(super) others: Lines,
}

/// The part of a table's file that is about one subcommand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Section {
    /// What stands between the brackets: `drop`, `add|new`, `compose ps` (the subcommand `ps` of `compose`), `list-*`.
    pub(super) path: &'static str,
    pub(super) body: Body,
}

/// The numbers of a part: its title, and how many lines of each kind of body it has. Before all stands how many parts there are.
const PART_NUMBERS: usize = 4;

/// The bits of the length in the number of a line; the other ones say where it begins.
const LENGTH_BITS: u32 = 14;

impl Text {
    /// A text and what [`layout`] says of it.
    pub(super) const fn new(whole: &'static str, layout: &'static [u8]) -> Self {
        Self { whole, layout: layout.as_chunks().0 }
    }

    /// A text that was not there when runok was built. What is found out stays as long as the text does.
    pub(super) fn of(whole: &'static str) -> &'static Self {
        Box::leak(Box::new(Self::new(whole, layout(whole).leak())))
    }

    /// What stands above the first section.
    pub(super) fn head(&self) -> Body {
        self.parts().next().map(|part| part.body).unwrap_or_default()
    }

    /// The sections, in order.
    pub(super) fn sections(&self) -> impl ExactSizeIterator<Item = Section> + '_ {
        self.parts().skip(1)
    }

    fn parts(&self) -> impl ExactSizeIterator<Item = Section> + '_ {
        let (count, rest) = self.layout.split_first().unwrap_or((&[0; 4], &[]));
        let parts = (u32::from_le_bytes(*count) as usize).saturating_mul(PART_NUMBERS);
        let (parts, mut lines) = rest.split_at_checked(parts).unwrap_or_default();
        parts.as_chunks::<PART_NUMBERS>().0.iter().map(move |[title, counts @ ..]| {
            let [options, stated, others] = counts.map(|count| {
                let own;
                (own, lines) = lines.split_at_checked(u32::from_le_bytes(count) as usize).unwrap_or_default();
                Lines { text: self.whole, lines: own }
            });
            Section { path: line_of(self.whole, *title), body: Body { options, stated, others } }
        })
    }
}

impl Lines {
    /// Each line.
    pub(super) fn iter(self) -> impl Iterator<Item = &'static str> {
        self.lines.iter().map(move |line| line_of(self.text, *line))
    }
}

fn line_of(text: &'static str, line: [u8; 4]) -> &'static str {
    let number = u32::from_le_bytes(line);
    let (from, length) = (number >> LENGTH_BITS, number & ((1 << LENGTH_BITS) - 1));
    text.get(from as usize..(from + length) as usize).unwrap_or_default()
}

/// Where something stands: at which byte it begins, and how many it has.
type Place = (usize, usize);

/// The lines of a part that is being read.
#[derive(Default)]
struct Reading<'t> {
    title: Place,
    options: Vec<Place>,
    stated: Vec<(&'t str, Place)>,
    others: Vec<Place>,
}

/// Where everything stands in a text.
pub(super) fn layout(text: &str) -> Vec<u8> {
    let mut parts = vec![Reading::default()];
    let mut from = 0;
    for line in text.split('\n') {
        if line.starts_with('[') {
            let title = line.find(']').map_or((from, 0), |end| (from + 1, end - 1));
            parts.push(Reading { title, ..Reading::default() });
        } else if let Some(part) = parts.last_mut() {
            part.add(line, from);
        }
        from += line.len() + 1;
    }
    let mut numbers = vec![parts.len()];
    for part in &parts {
        numbers.extend([number(part.title), part.options.len(), part.stated.len(), part.others.len()]);
    }
    for part in &parts {
        let stated = part.stated.iter().map(|(_, place)| *place);
        numbers.extend(part.options.iter().copied().chain(stated).chain(part.others.iter().copied()).map(number));
    }
    // what is too long for a number is not there, and a test of all tables says so
    numbers.into_iter().flat_map(|number| u32::try_from(number).unwrap_or_default().to_le_bytes()).collect()
}

fn number((from, length): Place) -> usize {
    if length >> LENGTH_BITS == 0 { from << LENGTH_BITS | length } else { 0 }
}

impl<'t> Reading<'t> {
    fn add(&mut self, line: &'t str, from: usize) {
        let place = (from, line.len());
        if line.starts_with(['-', '+']) {
            self.options.push(place);
            let at = statements(line);
            let words = line.get(at..).unwrap_or_default();
            if !words.is_empty() && self.stated.iter().all(|(other, _)| *other != words) {
                self.stated.push((words, (from + at, words.len())));
            }
        } else if !line.is_empty() && !line.starts_with('#') {
            self.others.push(place);
        }
    }
}

/// Where in the line of an option the names and the values end, and the spaces behind them.
fn statements(line: &str) -> usize {
    let end = line.rfind(['>', ']']).map(|at| at + 1).or_else(|| line.find(' ')).unwrap_or(line.len());
    let spaces = line.get(end..).map_or(0, |rest| rest.len() - rest.trim_ascii_start().len());
    end + spaces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::options::index::ENTRIES;

    fn lines(lines: Lines) -> Vec<&'static str> {
        lines.iter().collect()
    }

    #[test]
    fn lines_are_told_apart() {
        let text = Text::of(
            "# nothing\n-a\n+b <x> writes\n\ndoes reads\n[add|new]\n[compose ps]\n-c\ninclude git/_diff\n-d   runs if -c\n-e runs if -c",
        );
        let head = text.head();
        assert_eq!(lines(head.options), ["-a", "+b <x> writes"]);
        assert_eq!((lines(head.stated), lines(head.others)), (vec!["writes"], vec!["does reads"]));
        let sections: Vec<Section> = text.sections().collect();
        let [add, ps] = sections.as_slice() else { panic!("{sections:?}") };
        assert_eq!((add.path, ps.path), ("add|new", "compose ps"));
        assert!(lines(add.body.options).is_empty() && lines(add.body.others).is_empty());
        assert_eq!(lines(ps.body.options), ["-c", "-d   runs if -c", "-e runs if -c"]);
        assert_eq!((lines(ps.body.stated), lines(ps.body.others)), (vec!["runs if -c"], vec!["include git/_diff"]));
        for nothing in ["", "\n", "#"] {
            assert_eq!((lines(Text::of(nothing).head().options), Text::of(nothing).sections().len()), (vec![], 0));
        }
    }

    /// Of every table, whose layout was found when this was built: each line stands in one place, and in no other.
    #[test]
    fn every_line_stands_where_the_layout_says() {
        for (name, text) in ENTRIES.iter().filter_map(|(name, _, text)| Some((name, text.as_ref()?))) {
            let mut parts = vec![("", text.head())];
            parts.extend(text.sections().map(|section| (section.path, section.body)));
            let mut parts = parts.into_iter().map(|(path, body)| (path, lines(body.options), lines(body.others)));
            let mut own = parts.next().unwrap();
            let mut expected = ("", Vec::new(), Vec::new());
            for line in text.whole.lines() {
                match line.as_bytes() {
                    [] | [b'#', ..] => {}
                    [b'-' | b'+', ..] => expected.1.push(line),
                    [b'[', .., b']'] => {
                        assert_eq!(own, expected, "{name}");
                        own = parts.next().unwrap();
                        expected = (line.trim_matches(['[', ']']), Vec::new(), Vec::new());
                    }
                    _ => expected.2.push(line),
                }
            }
            assert_eq!((own, parts.next()), (expected, None), "{name}");
        }
    }
}
