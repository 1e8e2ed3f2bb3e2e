//! Where a path leads, component by component.
//!
//! Owns the walk: `..` goes up where what stands before it is known, and links of `/proc` lead back to the process. Refuses
//! to split words (`paths`).

use super::{Component, names, proc_link};
use crate::command::word::{Part, Parts, Unknown, push_part};
use crate::decision::text;
use crate::verdict::Match;

/// Links that Linux has, each with the directory that holds it: `..` behind one leads out of where it leads to.
const LINKS_OF_SYSTEM: [(&str, &str); 9] = [
    ("dev", "stdin"),
    ("dev", "stdout"),
    ("dev", "stderr"),
    ("dev", "core"),
    ("proc", "mounts"),
    ("proc", "net"),
    ("etc", "mtab"),
    ("var", "run"),
    ("var", "lock"),
];

/// Where a path leads that holds nothing to resolve, as most do: the path itself, in its directory. Nothing where a closer look
/// is needed.
pub(super) fn plainly(path: &str, directory: &str) -> Option<String> {
    let is_clean =
        |path: &str| path.as_bytes().split(|byte| *byte == b'/').all(|name| !matches!(name, b"" | b"." | b".."));
    let (path, above) = match path.strip_prefix('/') {
        Some(rest) => (rest, ""),
        None => (path, directory),
    };
    let path = path.strip_suffix('/').unwrap_or(path);
    let is_above_clean = above.is_empty() || above.strip_prefix('/').is_some_and(is_clean);
    if !is_clean(path) || !is_above_clean {
        return None;
    }
    let mut plain = String::with_capacity(above.len() + path.len() + 1);
    plain.extend([above, "/", path]);
    let of_processes = plain.strip_prefix("/proc").is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    let of_descriptors = ["/dev/fd/", "/dev/std"].iter().any(|begin| plain.starts_with(begin));
    (!of_processes && !of_descriptors).then_some(plain)
}

/// Where the components read so far lead.
pub(super) struct Place {
    /// Some beginning that is not known, named as in reasons; a slash may or may not stand after it. With a known end, a
    /// slash stands after that.
    pub(super) unknown: Option<(String, String)>,
    pub(super) components: Vec<Component>,
}

impl Place {
    /// The root or a directory; a directory that is not known is an unknown beginning.
    pub(super) fn beginning(is_absolute: bool, directory: Option<&str>) -> Self {
        let mut place = Self { unknown: None, components: Vec::new() };
        if !is_absolute {
            place.go_to(directory);
        }
        place
    }

    pub(super) fn go_to(&mut self, directory: Option<&str>) {
        match directory {
            Some(directory) => self.components = names(directory).map(Component::named).collect(),
            None => self.lose("the working directory", ""),
        }
    }

    /// From here on only the end of the path is known.
    pub(super) fn lose(&mut self, source: &str, known_end: &str) {
        self.unknown = Some((source.to_owned(), known_end.to_owned()));
        self.components.clear();
    }

    pub(super) fn enter(&mut self, component: &Component, directory: Option<&str>) {
        let stays = matches!(component.as_known(), Some("" | "." | ".."));
        if !stays && self.is_descriptor() != Match::Never {
            self.lose("what a descriptor leads to", "");
        }
        match component.as_known() {
            Some(name) => self.enter_known(name, directory),
            None if component.may_be_no_name() => {
                let source = component.as_word().display();
                self.lose(&source, component.known_end().unwrap_or(""));
            }
            // the names on the way may be those of a link in /proc
            None if component.is_way_down() && self.may_hold_processes() => self.lose("{}", ""),
            None => {
                self.components.push(component.clone());
                self.follow_proc(directory);
            }
        }
    }

    /// Is it one of the links that every system has, or may it be one of those to what a process has open?
    fn is_link_of_system(&self) -> bool {
        let mut names = self.components.iter().map(|component| component.as_known().unwrap_or_default());
        match (names.next(), names.next(), names.next()) {
            (Some("dev"), Some("fd"), _) => true,
            (Some("proc"), Some(_), Some(_)) => names.next().is_some(),
            (Some(above), Some(name), None) => LINKS_OF_SYSTEM.contains(&(above, name)),
            _ => false,
        }
    }

    /// How surely is it what a process has open? That may be a directory, anywhere.
    fn is_descriptor(&self) -> Match {
        let named = |component: &Component, name: &str| component.is_named(name);
        match self.components.as_slice() {
            [dev, stream] => {
                let streams = ["stdin", "stdout", "stderr"].iter().map(|name| named(stream, name));
                streams.fold(Match::Never, Match::or).and(named(dev, "dev"))
            }
            [dev, fd, _] => named(dev, "dev").and(named(fd, "fd")),
            [proc, _, fd, _] => named(proc, "proc").and(named(fd, "fd")),
            [proc, _, task, _, fd, _] => named(proc, "proc").and(named(task, "task")).and(named(fd, "fd")),
            _ => Match::Never,
        }
    }

    /// Is it the root, or /proc, or something in it?
    fn may_hold_processes(&self) -> bool {
        self.components.first().is_none_or(|first| first.is_named("proc") != Match::Never)
    }

    pub(super) fn enter_known(&mut self, name: &str, directory: Option<&str>) {
        match name {
            "" | "." => {}
            ".." => self.leave(),
            name => {
                self.components.push(Component::named(name));
                self.follow_proc(directory);
            }
        }
    }

    pub(super) fn leave(&mut self) {
        if self.unknown.is_none() && self.is_link_of_system() {
            return self.lose("what a link of the system leads to", "");
        }
        match self.components.pop() {
            Some(component) if component.as_known().is_some() => {}
            // which directory a glob or a number names, and whether through a link, is not known
            Some(component) => self.lose(&component.as_word().display(), ""),
            None => {
                if let Some((_, known_end)) = &mut self.unknown {
                    known_end.clear();
                }
            }
        }
    }

    /// `/proc/self/cwd` is the working directory and `/proc/self/root` the root; those of other processes, and of this
    /// one under its number, are somewhere.
    pub(super) fn follow_proc(&mut self, directory: Option<&str>) {
        let found = match self.components.as_slice() {
            // somewhere in what is not known may stand `/proc/self`
            [.., last] if self.unknown.is_some() => last.is_proc_link().and(Match::May),
            [proc, owner, link] => proc_link(proc, owner, link),
            [proc, owner, task, _, link] => proc_link(proc, owner, link).and(task.is_named("task")),
            _ => return,
        };
        let is_root = self.components.last().is_some_and(|last| last.is_named("root") == Match::Must);
        match found {
            Match::Never => {}
            Match::May => self.lose("a link in /proc", ""),
            Match::Must if is_root => self.components.clear(),
            Match::Must => self.go_to(directory),
        }
    }

    /// The path written out.
    pub(super) fn relative_to(&self, first: Option<&[&str]>) -> Parts {
        let mut parts = Parts::new();
        if let Some((source, known_end)) = &self.unknown {
            parts.push(Part::from(Unknown::any(source.clone())));
            push_part(&mut parts, Part::Literal(known_end.as_str().into()));
            self.write(&self.components, !known_end.is_empty(), &mut parts);
            return parts;
        }
        match first.map_or(Some(None), |first| self.inside(first)) {
            None => {
                let last = self.components.last();
                let source = last.map_or_else(String::new, |last| last.as_word().display());
                parts.push(Part::from(Unknown::any(source)));
                let end = last.and_then(Component::known_end).unwrap_or("");
                push_part(&mut parts, Part::Literal(end.into()));
            }
            Some(Some([])) => parts.push(Part::Literal(".".into())),
            Some(Some(inside)) => self.write(inside, false, &mut parts),
            Some(None) if self.components.is_empty() => parts.push(Part::Literal("/".into())),
            Some(None) => self.write(&self.components, true, &mut parts),
        }
        parts
    }

    pub(super) fn write(&self, components: &[Component], mut slash: bool, parts: &mut Parts) {
        for component in components {
            // a slash stands at the beginning of a way down
            if component.is_way_down() {
                let here = if parts.is_empty() { "." } else { "" };
                push_part(parts, Part::Literal(here.into()));
            } else if slash {
                push_part(parts, Part::Literal("/".into()));
            }
            component.parts.iter().for_each(|part| push_part(parts, part.clone()));
            slash = true;
        }
    }

    /// The components below `first`; `Some(None)` when it lies outside, `None` when that is not known.
    pub(super) fn inside(&self, first: &[&str]) -> Option<Option<&[Component]>> {
        let mut is_certain = true;
        for (index, name) in first.iter().enumerate() {
            let Some(component) = self.components.get(index) else { return Some(None) };
            match text::equals(&component.as_word(), name) {
                Match::Never => return Some(None),
                Match::May => is_certain = false,
                Match::Must => {}
            }
        }
        is_certain.then(|| self.components.get(first.len()..))
    }
}
