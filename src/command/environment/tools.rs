//! Variables of tools that build and test, which change what those run, where they write or whom they ask.
//!
//! Owns these rows of the table. Refuses to look anything up (`table` does).

use super::table::{Row, row};
use super::values::Harmless::{Flags, Nothing, OneOf, PlainName};

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
        "names a program, code or settings of a tool",
        Nothing,
        "ACK_PAGER_COLOR ANT_HOME BIOME_BINARY CLOUDSDK_BQ_PYTHON CLOUDSDK_GSUTIL_PYTHON CNI_PATH \
         COREPACK_HOME GETCONF_DIR GCC_COMPARE_DEBUG GH_PATH GOPACKAGESDRIVER HOMEBREW_CURL_PATH HOMEBREW_GIT_PATH \
         HOMEBREW_RUBY_PATH LESSGLOBALTAGS NAPI_RS_NATIVE_LIBRARY_PATH OBJC_INCLUDE_PATH \
         PLAYWRIGHT_NODEJS_PATH SBT_HOME SWC_BINARY_PATH TERRAFORM_CONFIG",
    ),
    row("holds text that bash expands when there is mail", Nothing, "MAILPATH"),
    row("chooses the compiler", OneOf("nvcc clang clang++"), "CUDACXX"),
    row("chooses the compiler", OneOf("as gcc clang nasm yasm"), "ASM"),
    // what a shell runs for the rules that make knows by itself
    row(
        "chooses a program of the build",
        PlainName,
        "CO CTANGLE CWEAVE GET LINT M2C MAKEINFO PC TANGLE TEX TEXI2DVI WEAVE",
    ),
    row("chooses a program of the build", Flags("rm -f -v"), "RM"),
    row(
        "gives the linker further options",
        Flags("-ldl -lm -lpthread -lrt -lstdc++ -lz -pthread -static"),
        "LDLIBS LOADLIBES",
    ),
    row(
        "gives a program of the build further options",
        Nothing,
        "ARFLAGS COFLAGS GFLAGS LFLAGS LINTFLAGS PFLAGS RFLAGS YFLAGS",
    ),
    row(
        "chooses a file that a tool writes, or a directory that it empties",
        Nothing,
        "CARGO_LLVM_COV_TARGET_DIR COVERAGE_FILE DEPENDENCIES_OUTPUT HTOPRC NOX_ENVDIR \
         PLAYWRIGHT_HTML_OUTPUT_DIR PLAYWRIGHT_HTML_REPORT PLAYWRIGHT_JSON_OUTPUT_FILE \
         PLAYWRIGHT_JSON_OUTPUT_NAME PLAYWRIGHT_JUNIT_OUTPUT_FILE PLAYWRIGHT_JUNIT_OUTPUT_NAME \
         SUNPRO_DEPENDENCIES TF_LOG_PATH TF_TEMP_LOG_PATH",
    ),
    row(
        "chooses whom a tool asks, or what it tells",
        OneOf(""),
        "ARGOCD_OPTS ARGOCD_SERVER AZURE_AUTHORITY_HOST CLOUDFLARE_API_BASE_URL CLOUDSDK_AUTH_TOKEN_HOST \
         DIGITALOCEAN_API_URL FLUTTER_STORAGE_BASE_URL FLY_API_BASE_URL GH_HTTP_UNIX_SOCKET GH_REPO \
         GITLAB_API_HOST GITLAB_URI GIT_TRACE_REDACT GL_HOST HELM_KUBEASUSER HEROKU_API_URL HEROKU_HOST \
         KUBERNETES_MASTER LOCALDOMAIN NETLIFY_API_URL NX_SELF_HOSTED_REMOTE_CACHE_SERVER RES_OPTIONS",
    ),
    row(
        "says whom a program trusts on the network",
        OneOf(""),
        "CLOUDSDK_AUTH_DISABLE_SSL_VALIDATION CLOUDSDK_CORE_CUSTOM_CA_CERTS_FILE HELM_KUBECAFILE \
         HELM_KUBEINSECURE_SKIP_TLS_VERIFY",
    ),
];
