//! Variables that change what runs.
//!
//! Owns the one table of environment variables that choose a program, load code, or change how a text is read (`table`,
//! `tools` and `loading`; `index` finds a name in them), and which values of each are harmless (`values`). Refuses to judge:
//! whether a rule names the assignment is the decision's business.

mod index;
mod loading;
mod table;
mod tools;
mod values;

use super::word::Word;
use crate::verdict::Match;
use table::Row;

/// What a variable of the table can do, for reasons: `"chooses the program that git runs as its editor"`.
#[must_use]
pub fn power(name: &str) -> Option<&'static str> {
    index::find(name).map(|row| row.power)
}

/// Is setting this variable to this value harmless? `Must` for a variable that is not in the table, and for a value of the
/// table that is known to be harmless (`PAGER=cat`); a value that is not known is `May`, any other `Never`.
pub fn is_harmless(name: &str, value: &Word) -> Match {
    let Some(Row { harmless, .. }) = index::find(name) else { return Match::Must };
    match value.known() {
        Some(text) => Match::known(harmless.holds(text)),
        None => Match::May,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Span;

    fn of(assignment: &str) -> Match {
        let (name, value) = assignment.split_once('=').unwrap();
        is_harmless(name, &Word::literal(value, Span::default()))
    }

    #[test]
    fn everyday_assignments_are_harmless() {
        let rows = "FOO=1 | RUST_LOG=debug | CI=true | NODE_ENV=test | RUST_BACKTRACE=1 | LC_ALL=C | LANG=en_US.UTF-8 | \
            LC_ALL=C.UTF-8 | TZ=UTC | NO_COLOR=1 | FORCE_COLOR=0 | PORT=8080 | DEBUG=* | NO_PROXY=localhost | \
            CARGO_TERM_COLOR=always | CARGO_INCREMENTAL=0 | GIT_TERMINAL_PROMPT=0 | GIT_TRACE=1 | GIT_AUTHOR_NAME=x | \
            GIT_COMMITTER_DATE=now | PAGER=cat | GIT_PAGER=cat | PAGER= | GIT_EDITOR=true | EDITOR=: | AWS_PAGER= | \
            GIT_SEQUENCE_EDITOR=: | PYTHONPATH=src | PYTHONPATH=.:lib | NODE_PATH=./x | IFS= | IFS=, | IFS=\n | \
            PYTHONUNBUFFERED=1 | PYTHONDONTWRITEBYTECODE=1 | CARGO_TARGET_DIR=t | RUSTFLAGS=-D warnings | \
            RUSTFLAGS=-Dwarnings | NODE_OPTIONS=--max-old-space-size=4096 | MAKEFLAGS=-j4 | GOFLAGS=-mod=vendor | \
            CGO_ENABLED=0 | GOOS=linux | CC=clang | CFLAGS=-O2 -g -Wall | PYTEST_ADDOPTS=-q | \
            npm_config_loglevel=error | LESS=-FRX | PATHS=x | DOCKER_BUILDKIT=1 | JAVA_OPTS=-Xmx2g | \
            PIP_DISABLE_PIP_VERSION_CHECK=1 | RUSTUP_TOOLCHAIN=nightly | BROWSER=none | XDG_CACHE_HOME=x | CARGO_TARGET_DIR=/tmp/t | TMPDIR=/tmp/x | PYTHON=python3.12 | \
            HTTPS_PROXY= | AWS_PROFILE=dev | DATABASE_URL=postgres://localhost/x | DJANGO_SETTINGS_MODULE=app.settings | \
            FLASK_APP=app.py | RUSTC_WRAPPER= | MPLBACKEND=Agg | PYENV_VERSION=3.12.1 | DESTDIR=/tmp/stage | \
            DEBIAN_FRONTEND=noninteractive | SHELLCHECK_OPTS=-e SC2086 | HARNESS_OPTIONS=j4 | TEXINPUTS=.:tex: | \
            ES_JAVA_OPTS=-Xms1g | RESTIC_REPOSITORY=x | LINES=40 | OMP_NUM_THREADS=1 | GOARCH=arm64 | TF_LOG=debug | HELM_NAMESPACE=web";
        for row in rows.split(" | ") {
            assert_eq!(of(row), Match::Must, "{row}");
        }
    }

    #[test]
    fn values_that_change_what_runs_are_not() {
        let rows = "PATH=/tmp/x | PATH= | LD_PRELOAD=./x.so | LD_LIBRARY_PATH=. | DYLD_INSERT_LIBRARIES=x | BASH_ENV=x | \
            ENV=./x | PROMPT_COMMAND=id | PS4=$(id) | SHELLOPTS=xtrace | BASHOPTS=extglob | \
            BASH_FUNC_ls%%=() { id; } | CDPATH=/ | GIT_SSH_COMMAND=id | GIT_EXTERNAL_DIFF=id | GIT_CONFIG_COUNT=1 | \
            GIT_CONFIG_KEY_0=core.pager | GIT_DIR=/tmp | GIT_TRACE=/tmp/x | GIT_ANYTHING_NEW=1 | PAGER=sh -c id | \
            GH_PAGER=id | EDITOR=/tmp/x | VISUAL=vi | BROWSER=./x | NODE_OPTIONS=--require /tmp/x.js | \
            NODE_OPTIONS=--no-warnings --require=x | PYTHONPATH=/tmp | PYTHONPATH=../x | PYTHONPATH=a:../../x | \
            PYTHONPATH=~/x | PERL5OPT=-Mx | RUBYOPT=-rx | RUSTC_WRAPPER=x | RUSTFLAGS=-C linker=/tmp/x | \
            CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUNNER=/tmp/x | CARGO_TARGET_X_LINKER=x | CARGO_BUILD_RUSTC=x | \
            CARGO_HOME=x | CC=/tmp/x | MAKEFLAGS=--eval=x:;id | MAKEFLAGS=SHELL=x | GOFLAGS=-toolexec=x | \
            npm_config_script_shell=/tmp/x | NPM_CONFIG_PREFIX=x | PYTEST_ADDOPTS=-p evil | PYTEST_PLUGINS=evil | \
            RIPGREP_CONFIG_PATH=./rc | CURL_HOME=. | DOCKER_HOST=x | HOME=/tmp | XDG_CONFIG_HOME=x | \
            LESSOPEN=|id %s | LESS=+!id | CFLAGS=-fplugin=x.so | CFLAGS=-B/tmp | LC_ALL=zh_CN.GBK | SHELL=/tmp/x | \
            TAR_OPTIONS=--to-command=x | PYTHONWARNINGS=all:0:x.y.z | JAVA_TOOL_OPTIONS=-javaagent:x | GCONV_PATH=x | \
            KUBECONFIG=x | XZ_OPT=--files=x | CARGO_TARGET_DIR=/usr | CARGO_TARGET_DIR=/tmp/../usr | TMPDIR=./.git | TMPDIR=/etc | \
            GOCACHEPROG=./x | AWS_ENDPOINT_URL_S3=http://x | https_proxy=http://x | SSL_CERT_FILE=x | HUSKY=0 | SKIP=lint | \
            PYTHON=/tmp/x | CC_x86_64_unknown_linux_gnu=x | CMAKE_CUDA_COMPILER_LAUNCHER=x | GH_HOST=x | ERL_AFLAGS=-s x | \
            DBUS_SESSION_BUS_ADDRESS=unixexec:path=x | PROTOC=./x | TERRAGRUNT_TFPATH=./x | CORECLR_PROFILER_PATH_64=x | \
            TEXTDOMAIN=x | TEXTDOMAINDIR=. | PYTHONPYCACHEPREFIX=/tmp/x | GOCACHE=/tmp/x | LLVM_PROFILE_FILE=src/main.rs | \
            RESTIC_PASSWORD_COMMAND=id | BORG_RSH=./x | HGMERGE=./x | ACC_PROFLIB=./x.so | OMP_TOOL_LIBRARIES=x | GVBINDIR=. | \
            GST_PLUGIN_PATH=. | OTHER_PLUGIN_PATH=/tmp | TEXMFCNF=. | shell_escape=t | RCLONE_SFTP_SSH=./x | LYNX_CFG=x | \
            IBM_JAVA_OPTIONS=-javaagent:x | ASDF_NODEJS_VERSION=path:/tmp/x | PYENV_VERSION=../../x | MPLBACKEND=module://x | \
            DESTDIR=/etc | M4=./x | PIGZ=--files=x | SHELLCHECK_OPTS=--rcfile=x | KRB5_TRACE=/tmp/x | PARALLEL=--tmux | \
            JEST_JUNIT_OUTPUT_FILE=package.json | \
            Npm_Config_Registry=http://x | KUBECTL_EXTERNAL_DIFF=./x";
        for row in rows.split(" | ") {
            assert_eq!(of(row), Match::Never, "{row}");
            let name = row.split('=').next().unwrap();
            assert_eq!(is_harmless(name, &Word::unknown("$X", Span::default())), Match::May, "{row}");
        }
    }

    #[test]
    fn powers_complete_a_sentence() {
        assert_eq!(power("PATH"), Some("chooses which programs run"));
        assert_eq!(power("FOO"), None);
        assert!(power("GIT_EDITOR").is_some() && power("MY_PAGER").is_some());
    }
}
