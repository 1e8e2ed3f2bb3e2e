//! Which remote git goes to, by its configuration.
//!
//! Owns the choice of the remote and of its URL. Refuses to work out a URL that more than one setting has a say in: where
//! git may go elsewhere than one plain line says, to fetch or to push, the URL is not known.

use super::settings::Setting;

/// The remote that git goes to where the line names none.
#[derive(Debug)]
pub(super) struct Remote {
    pub(super) name: String,
    /// Nothing where no remote is configured.
    pub(super) url: Option<String>,
}

/// The remote of the branch, else `origin`. `own` is the repository's configuration; whether git reads all of `others` (the
/// user's, the system's, the working tree's own) is not known, so they only take away.
///
/// # Errors
/// Why its URL is not known.
pub(super) fn chosen(own: &[Setting], others: &[Setting], branch: Option<&str>) -> Result<Remote, String> {
    let all = || own.iter().chain(others);
    let of_branch = branch.and_then(|branch| own.iter().rev().find(|one| one.is("branch", Some(branch), "remote")));
    let name = of_branch.map_or("origin", |setting| &setting.value);
    let elsewhere = all().find(|setting| match (setting.section.as_str(), setting.key.as_str()) {
        ("include" | "includeif", _) => true,
        ("remote", "pushdefault") => setting.name.is_none() && setting.value != name,
        ("remote", "pushurl" | "vcs") => setting.name.as_deref() == Some(name),
        ("branch", "pushremote") => setting.name.as_deref() == branch && setting.value != name,
        _ => false,
    });
    let told_twice = others.iter().find(|setting| {
        setting.is("remote", Some(name), "url")
            || branch.is_some() && setting.is("branch", branch, "remote") && setting.value != name
    });
    if let Some(setting) = elsewhere.or(told_twice) {
        return Err(may_differ(setting));
    }
    let urls: Vec<&Setting> = own.iter().filter(|setting| setting.is("remote", Some(name), "url")).collect();
    let url = match urls.as_slice() {
        [] if of_branch.is_none() && !all().any(is_url) => None,
        [url] if !url.value.is_empty() => Some(url.value.clone()),
        [] => return Err(format!("git's configuration has no URL for the remote `{name}`")),
        _ => return Err(format!("git's configuration has several URLs for the remote `{name}`")),
    };
    // git puts another text for the beginning of a URL
    let rewrites = |setting: &&Setting| {
        setting.section == "url"
            && matches!(setting.key.as_str(), "insteadof" | "pushinsteadof")
            && url.as_ref().is_some_and(|url| url.starts_with(&setting.value))
    };
    match all().find(rewrites) {
        Some(setting) => Err(may_differ(setting)),
        None => Ok(Remote { name: name.to_owned(), url }),
    }
}

fn is_url(setting: &Setting) -> bool {
    setting.section == "remote" && matches!(setting.key.as_str(), "url" | "pushurl" | "vcs")
}

fn may_differ(setting: &Setting) -> String {
    let name = setting.name.as_ref().map(|name| format!(".{name}")).unwrap_or_default();
    format!("git may go elsewhere than to the remote's URL, by its setting {}{name}.{}", setting.section, setting.key)
}

#[cfg(test)]
mod tests {
    use super::super::settings;
    use super::*;

    /// As `git clone` leaves it.
    const CLONED: &str = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\
        \tlogallrefupdates = true\n[remote \"origin\"]\n\turl = /x/good.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n\
        [branch \"main\"]\n\tremote = origin\n\tmerge = refs/heads/main\n";

    fn url(own: &str, others: &str) -> Result<Option<String>, String> {
        let [own, others] = [own, others].map(|text| settings::read(text).unwrap());
        chosen(&own, &others, Some("main")).map(|remote| remote.url)
    }

    #[test]
    fn what_goes_to_one_plain_url_is_known() {
        let good = Ok(Some("/x/good.git".to_owned()));
        let rows = [
            ("", ""),
            ("", "[user]\nname = N\n[alias]\nl = log \\\n --oneline\n[push]\ndefault = simple"),
            ("", "[url \"git@h:\"]\ninsteadOf = https://h/\n[remote]\npushDefault = origin"),
            ("[branch \"other\"]\nremote = up\npushRemote = up\n[remote \"up\"]\nurl = u\npushurl = v", ""),
        ];
        for (own, others) in rows {
            assert_eq!(url(&format!("{CLONED}{own}"), others), good, "{own} | {others}");
        }
        let up = "[branch \"main\"] remote = up\n[remote \"up\"]\nurl = /x/up.git";
        assert_eq!(url(&format!("{CLONED}{up}"), ""), Ok(Some("/x/up.git".to_owned())));
        assert_eq!(url("[core]\nbare = false", "[user]\nname = N"), Ok(None));
    }

    #[test]
    fn what_may_go_elsewhere_is_not_known() {
        let anywhere = [
            "[remote \"origin\"]\npushurl = /x/evil.git",
            "[remote \"origin\"] pushurl = /x/evil.git",
            "[remote.origin]\nPushURL = /x/evil.git",
            "[remote \"origin\"]\nvcs = evil",
            "[remote \"origin\"]\nurl = /x/evil.git",
            "[remote \"origin\"] url = /x/evil.git",
            "[url \"/x/evil\"]\ninsteadOf = /x/good",
            "[url \"/x/evil\"]\npushInsteadOf = /x/",
            "[url \"/x/evil\"]\ninsteadOf",
            "[branch \"main\"]\npushRemote = evil",
            "[branch \"main\"]\nremote = /x/evil.git",
            "[branch \"main\"]\nremote = .",
            "[branch \"main\"] remote = evil",
            "[remote]\npushDefault = evil",
            "[include]\npath = evil",
            "[includeIf \"gitdir:/\"]\npath = evil",
        ];
        for text in anywhere {
            assert!(url(&format!("{CLONED}{text}"), "").is_err(), "{text}");
            assert!(url(CLONED, text).is_err(), "{text}");
        }
        for text in ["[remote \"up\"]\nurl = u", "[branch \"main\"]\nremote = origin", "[remote \"origin\"]\nurl ="] {
            assert!(url(text, "").is_err(), "{text}");
        }
    }
}
