//! Variables of tools that build and test, which change what those run, where they write or whom they ask.
//!
//! Owns these rows of the table. Refuses to look anything up (`table` does).

use super::table::{Row, row};
use super::values::Harmless::{Nothing, OneOf};

/// The rows.
pub(super) const ROWS: &[Row] = &[
    row(
        "names a program, code or settings of a tool",
        Nothing,
        "ACKRC BAZEL_REAL BAZEL_SH CABAL_CONFIG CCC_OVERRIDE_OPTIONS CMAKE COMPOSER \
         CustomAfterMicrosoftCommonTargets CustomBeforeMicrosoftCommonTargets DirectoryBuildPropsPath \
         DirectoryBuildTargetsPath ESBUILD_BINARY_PATH HATCH_CONFIG JUST_JUSTFILE LLVM_COV \
         LLVM_PROFDATA MAVEN_CONFIG MAVEN_PROJECTBASEDIR MIRI MIX_DEPS_PATH NINJA NOXFORCEPYTHON \
         NOXSESSION NX_TASKS_RUNNER PDM_PYTHON PIPENV_PIPFILE PLAYWRIGHT_BROWSERS_PATH PW_TEST_REPORTER \
         PostBuildEvent PreBuildEvent RUBOCOP_OPTS RUSTFMT RestoreSources SPEC_OPTS SWIFT_EXEC_MANIFEST \
         TOX_OVERRIDE TS_NODE_REQUIRE TURBO_BINARY_PATH USE_BAZEL_VERSION WEBPACK_PACKAGE ZIG_LIB_DIR",
    ),
    row(
        "chooses a file that a tool writes, or a directory that it empties",
        Nothing,
        "CARGO_LLVM_COV_TARGET_DIR COVERAGE_FILE DEPENDENCIES_OUTPUT NOX_ENVDIR \
         PLAYWRIGHT_HTML_OUTPUT_DIR PLAYWRIGHT_HTML_REPORT PLAYWRIGHT_JSON_OUTPUT_FILE \
         PLAYWRIGHT_JSON_OUTPUT_NAME PLAYWRIGHT_JUNIT_OUTPUT_FILE PLAYWRIGHT_JUNIT_OUTPUT_NAME \
         SUNPRO_DEPENDENCIES TF_LOG_PATH TF_TEMP_LOG_PATH",
    ),
    row(
        "chooses whom a tool asks, or what it tells",
        OneOf(""),
        "FLUTTER_STORAGE_BASE_URL GH_REPO GITLAB_URI GIT_TRACE_REDACT \
         NX_SELF_HOSTED_REMOTE_CACHE_SERVER",
    ),
];
