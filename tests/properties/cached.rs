//! A policy from the cache judges as its files do: the same decision, to the last word of its reason.

use std::cell::RefCell;
use std::fmt;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use runok::policy::load::{Cache, LoadRequest, load};

use super::judge::Judge;
use super::line::Node;
use super::make_line::{about, line};
use super::make_policy::policy;
use super::random::{Random, Shrink, cases, drawn, hold, seed, shared_by};

/// How many lines share a policy.
const SHARING: u64 = 10;

/// How old a file must be before it is compiled, and a little more.
const OLD_ENOUGH: Duration = Duration::from_millis(3_200);

/// A policy in a file, and a line.
#[derive(Clone, Debug)]
struct Kept {
    yaml: String,
    line: Node,
}

impl Kept {
    fn any(random: &mut Random) -> Self {
        let policy = policy(&mut shared_by(SHARING));
        about(&policy);
        Self { yaml: policy.yaml(), line: line(random, 3) }
    }
}

impl fmt::Display for Kept {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}line: {}", self.yaml, self.line.source())
    }
}

impl Shrink for Kept {
    /// The policy stays: another one would have to become old first.
    fn smaller(&self) -> Vec<Self> {
        self.line.smaller().into_iter().map(|line| Self { line, ..self.clone() }).collect()
    }
}

/// A policy as text, and what judges by it: with the cache and without.
type Judges = (String, Rc<Judge>, Rc<Judge>);

/// Files of policies by what they say.
struct Files {
    directory: tempfile::TempDir,
    judges: RefCell<Option<Judges>>,
}

impl Files {
    /// Of all policies that are going to be drawn; they are old enough to be compiled afterwards.
    fn of_all() -> Self {
        let files = Self { directory: tempfile::tempdir().unwrap(), judges: RefCell::default() };
        for number in 0..cases(100) {
            let path = files.path(&drawn(seed() + number, Kept::any).yaml);
            if !path.exists() {
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(&path, drawn(seed() + number, Kept::any).yaml).unwrap();
            }
        }
        std::thread::sleep(OLD_ENOUGH);
        files
    }

    /// Each has a directory of its own: a cache keeps only so many.
    fn path(&self, yaml: &str) -> PathBuf {
        let hash = yaml.bytes().fold(0_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        self.directory.path().join(format!("{hash:x}/p.yml"))
    }

    /// By the files, and from the cache.
    fn judges(&self, yaml: &str) -> (Rc<Judge>, Rc<Judge>) {
        if let Some((of, files, cached)) = &*self.judges.borrow()
            && of == yaml
        {
            return (files.clone(), cached.clone());
        }
        let path = self.path(yaml);
        let text = |path: PathBuf| Some(path.to_str().unwrap().to_owned());
        let request = LoadRequest {
            cache_home: text(path.with_file_name("cache")),
            config: text(path),
            home: Some("/home/dev".to_owned()),
            ..LoadRequest::default()
        };
        let cached = LoadRequest { cache: Cache::Use, ..request.clone() };
        let home = Path::new(cached.cache_home.as_ref().unwrap());
        // the same policy may have been drawn before
        if home.exists() {
            std::fs::remove_dir_all(home).unwrap();
        }
        std::fs::create_dir_all(home).unwrap();
        assert!(!load(&cached).is_compiled());
        let kept = load(&cached);
        assert!(kept.is_compiled(), "{yaml}");
        let judges = (Rc::new(Judge::loaded(load(&request), yaml)), Rc::new(Judge::loaded(kept, yaml)));
        *self.judges.borrow_mut() = Some((yaml.to_owned(), judges.0.clone(), judges.1.clone()));
        judges
    }
}

#[test]
fn a_policy_from_the_cache_judges_as_its_files_do() {
    let files = Files::of_all();
    hold(100, Kept::any, |kept| {
        let (by_files, from_cache) = files.judges(&kept.yaml);
        let source = kept.line.source();
        let (one, two) = (by_files.decide(&source), from_cache.decide(&source));
        if one == two { Ok(()) } else { Err(format!("{one:?}\nbut from the cache {two:?}")) }
    });
}
