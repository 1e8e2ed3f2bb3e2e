//! Variables of single tools, which change what those run, where they write or whom they ask.
//!
//! Owns these rows of the table. Refuses to look anything up (`index` does).

use super::table::{Row, row};
use super::values::Harmless::{Flags, InsideTree, Known, Nothing, OneOf, PlainName, Switch};

/// The rows.
pub(super) const ROWS: &[Row] = &[
    row("gives an interpreter further options", Nothing, "PERL5OPT RUBYOPT"),
    row("says how deep functions may call each other, past which bash gives up", Nothing, "FUNCNEST"),
    row("is run by fzf", Nothing, "FZF_ALT_C_COMMAND FZF_CTRL_T_COMMAND FZF_DEFAULT_COMMAND"),
    row("names files that make reads", Nothing, "MAKEFILES"),
    row("changes where `cd` goes", Nothing, "CDPATH"),
    row("is run by less on every file", Nothing, "LESSCLOSE LESSOPEN LESSEDIT"),
    row("is a file that bash reads keys and macros from", Nothing, "INPUTRC"),
    row("chooses where the terminal description is read", Nothing, "TERMCAP TERMINFO TERMINFO_DIRS"),
    row("names code that pytest loads", Nothing, "PYTEST_PLUGINS"),
    row("is run by the shell", Nothing, "PROMPT_COMMAND PS0 PS1 PS2 PS4"),
    // tools that take each of their settings from a variable; a switch names nothing
    row(
        "is a setting of a tool, which may name code that it runs",
        Switch,
        "AZURE_EXTENSION_* BAZELISK_* BUNDLE_* BUN_INSPECT* CABAL_* CLOUDSDK_* COMPOSER_* CONTAINERS_* COREPACK_* \
         COURSIER_* CYPRESS_* DOTNET_* ERL_* HATCH_* HEX_* MIX_* NUGET_* PDM_* PIPENV_* POETRY_* PYRIGHT_PYTHON_* \
         SWIFTPM_* SWIFT_DRIVER_* TERRAGRUNT_* TF_HTTP_* TF_PLUGIN_CACHE_* TG_* TOX_* UV_* VIRTUALENV_* YARN_* ZIG_*",
    ),
    row(
        "changes a detail of a tool",
        Known,
        "BUNDLE_WITH BUNDLE_WITHOUT CLOUDSDK_ACTIVE_CONFIG_NAME CLOUDSDK_COMPUTE_REGION CLOUDSDK_COMPUTE_ZONE \
         CLOUDSDK_CORE_ACCOUNT CLOUDSDK_CORE_PROJECT DOTNET_ENVIRONMENT MIX_ENV UV_LINK_MODE",
    ),
    row(
        "switches off what a tool protects by",
        Nothing,
        "AZURE_EXTENSION_USE_DYNAMIC_INSTALL BUNDLE_DISABLE_CHECKSUM_VALIDATION BUNDLE_SSL_VERIFY_MODE \
         CLOUDSDK_CORE_LOG_HTTP_REDACT_TOKEN GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES RUSTC_BOOTSTRAP \
         TF_PLUGIN_CACHE_MAY_BREAK_DEPENDENCY_LOCK_FILE UV_NO_VERIFY_HASHES",
    ),
    row(
        "names a program, code or settings of a tool",
        Nothing,
        "AR_* BOOTSNAP_CACHE_DIR BUN_RUNTIME_TRANSPILER_CACHE_PATH CCACHE_COMPILERCHECK CCACHE_EXTRAFILES \
         CCACHE_LOGFILE CCACHE_PREFIX_CPP CCACHE_REMOTE_STORAGE CCACHE_SECONDARY_STORAGE CCACHE_STATSLOG \
         CGO_*FLAGS_ALLOW CLANG_PATH CMAKE_CROSSCOMPILING_EMULATOR COVERAGE_PROCESS_CONFIG COV_CORE_* \
         DENO_PERMISSION_BROKER_PATH DOCKER_CLI_OTEL_EXPORTER_* DOCKER_CUSTOM_HEADERS \
         GOOGLE_APPLICATION_CREDENTIALS GRADLE_RO_DEP_CACHE HOST_AR HOST_RANLIB JDK_JAVAC_OPTIONS LESSECHO \
         LESSMETACHARS LESSMETAESCAPE LESSSEPARATOR LLVM_SYS_* MAVEN_BASEDIR MAVEN_DEBUG_OPTS MAVEN_USER_HOME \
         MIRIFLAGS MIRI_SYSROOT MOCHA_OPTIONS MORE NERDCTL_TOML NX_NATIVE_FILE_CACHE_DIRECTORY \
         NX_WORKSPACE_ROOT_PATH OPENSSL_DIR OPENSSL_LIB_DIR PIPX_DEFAULT_PYTHON PULUMI_HOME PYO3_PYTHON \
         PYTHON_SYS_EXECUTABLE RAKEOPT RANLIB_* RUBYPATH RUFF_OUTPUT_FILE RYE_HOME SPRING_TMP_PATH STACK_CONFIG \
         STACK_WORK STERNCONFIG STORAGE_DRIVER STORAGE_OPTS TEST_TMPDIR TARGET_AR TARGET_RANLIB TF_ENCRYPTION \
         TOOLCHAINS USE_BAZEL_FALLBACK_VERSION WORKON_HOME XDEBUG_CONFIG XDG_RUNTIME_DIR XDG_STATE_HOME",
    ),
    row(
        "names a program, a file or a host of a tool",
        Nothing,
        "ARGOCD_CONFIG_DIR ARM_CLOUD_METADATA_URL BIGQUERYRC CARGO_HTTP_DEBUG CF_API_BASE_URL CLOUD_RUN_URL \
         CLOUD_SECRET_MANAGER_URL CLOUD_SQL_URL COMPOSE_ENV_FILES COMPlus_* CONDA_CUSTOM_CHANNELS \
         CONDA_DEFAULT_CHANNELS CONDA_PROXY_SERVERS CONDA_SSL_VERIFY COREHOST_TRACEFILE DIGITALOCEAN_CONFIG \
         DNF5_PLUGINS_DIR DOCKER_CONTENT_TRUST_SERVER FIREBASE_*_ORIGIN FIREBASE_*_URL FIRESTORE_URL \
         HELM_CONTENT_CACHE HELM_REPOSITORY_CACHE HEROKU_DATA_HOST HEROKU_PARTICLEBOARD_URL HEROKU_REDIS_HOST \
         HOMEBREW_BAT_CONFIG_PATH LIBDNF_PLUGINS_CONFIG_DIR MINIFLARE_WORKERD_PATH MINIKUBE_HOME RPM_POPTEXEC_PATH \
         RUBYGEMS_HOST WRANGLER_*_URL WRANGLER_API_ENVIRONMENT WRANGLER_OUTPUT_FILE_* ZYPP_LOGFILE",
    ),
    row("is heeded by fish itself, or run by its functions", Nothing, "__fish_* fish_*"),
    row("chooses a file of the tool", PlainName, "COMPOSE_FILE"),
    row("chooses where code is loaded from", InsideTree, "BLACK_CACHE_DIR PYLINTHOME"),
    row("names a configuration, which names code that is run", OneOf("alembic.ini"), "ALEMBIC_CONFIG"),
    row(
        "chooses what tox runs",
        OneOf("py py3 py39 py310 py311 py312 py313 py314 lint mypy test tests type"),
        "TOXENV",
    ),
    row("chooses whom xdebug tells", OneOf("coverage develop develop,coverage off profile"), "XDEBUG_MODE"),
    row(
        "chooses programs and files of the sanitizers",
        OneOf(
            "abort_on_error=1 detect_leaks=0 detect_leaks=0:abort_on_error=1 detect_leaks=1 halt_on_error=0 \
             halt_on_error=1 print_stacktrace=1 print_stacktrace=1:halt_on_error=1 symbolize=0 symbolize=1",
        ),
        "ASAN_OPTIONS HWASAN_OPTIONS LSAN_OPTIONS MSAN_OPTIONS TSAN_OPTIONS UBSAN_OPTIONS",
    ),
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
        "GEM_VENDOR RUBOCOP_CACHE_ROOT TURBO_TOOL_STORE VITEST_DEBUG_DUMP VP_RUN_NODE_CLIENT_PATH YAMLLINT_CONFIG_FILE \
         ACK_OPTIONS ACK_PAGER_COLOR ANT_HOME BIOME_BINARY CLOUDSDK_BQ_PYTHON CLOUDSDK_GSUTIL_PYTHON CNI_PATH \
         COREPACK_HOME FLUTTER_TOOL_ARGS GREP PULUMI_PYTHON_CMD TS_NODE_TRANSPILER GETCONF_DIR GCC_COMPARE_DEBUG GH_PATH GOPACKAGESDRIVER HOMEBREW_CURL_PATH HOMEBREW_GIT_PATH \
         HOMEBREW_RUBY_PATH LESSGLOBALTAGS NAPI_RS_NATIVE_LIBRARY_PATH OBJC_INCLUDE_PATH \
         PLAYWRIGHT_NODEJS_PATH SBT_HOME SWC_BINARY_PATH TERRAFORM_CONFIG",
    ),
    row("holds text that bash expands when there is mail", Nothing, "MAILPATH"),
    row("is a file of which programs show lines", Nothing, "RESOLV_HOST_CONF"),
    row("chooses the compiler", OneOf("nvcc clang clang++"), "CUDACXX HIPCXX"),
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
        "BUILDX_CPU_PROFILE BUILDX_MEM_PROFILE CARGO_LOG_PROFILE HELM_PPROF_CPU_PROFILE HELM_PPROF_MEM_PROFILE \
         RUSTC_LOG_OUTPUT_TARGET TOFU_CPU_PROFILE WRANGLER_LOG_PATH JEST_JUNIT_OUTPUT_FILE JEST_JUNIT_OUTPUT_NAME \
         CARGO_LLVM_COV_TARGET_DIR COVERAGE_DEBUG_FILE COVERAGE_FILE DEPENDENCIES_OUTPUT ERL_CRASH_DUMP GOTESTSUM_JSONFILE \
         GOTESTSUM_JUNITFILE HTOPRC LLVM_PROFILE_FILE LLVM_COV_FLAGS LLVM_PROFDATA_FLAGS NOX_ENVDIR PLAYWRIGHT_BLOB_* \
         PLAYWRIGHT_HTML_OUTPUT_DIR PLAYWRIGHT_HTML_REPORT PLAYWRIGHT_JSON_OUTPUT_FILE \
         PLAYWRIGHT_JSON_OUTPUT_NAME PLAYWRIGHT_JUNIT_OUTPUT_FILE PLAYWRIGHT_JUNIT_OUTPUT_NAME \
         SUNPRO_DEPENDENCIES TF_LOG_PATH TF_TEMP_LOG_PATH",
    ),
    row(
        "chooses whom a tool asks, or what it tells",
        OneOf(""),
        "BUILDKIT_HOST CONDA_CHANNELS CONDA_CHANNEL_ALIAS CONTAINERD_ADDRESS FLY_FLAPS_BASE_URL GITLAB_REPO HELM_DRIVER \
         HELM_DRIVER_SQL_CONNECTION_STRING JSR_URL NX_CLOUD_API PW_TEST_CONNECT_WS_ENDPOINT TF_CLOUD_HOSTNAME ARGOCD_OPTS ARGOCD_SERVER AZURE_AUTHORITY_HOST CLOUDFLARE_API_BASE_URL CLOUDSDK_AUTH_TOKEN_HOST \
         DIGITALOCEAN_API_URL FLUTTER_STORAGE_BASE_URL FLY_API_BASE_URL GH_HTTP_UNIX_SOCKET GH_REPO \
         GITLAB_API_HOST GITLAB_URI GIT_TRACE_REDACT GL_HOST HELM_KUBEASUSER HEROKU_API_URL HEROKU_HOST \
         FIREBASE_GOOGLE_URL FIREBASE_TOKEN_URL KUBERNETES_SERVICE_HOST PULUMI_API WRANGLER_AUTH_DOMAIN WRANGLER_TOKEN_URL \
         KUBERNETES_MASTER LOCALDOMAIN NETLIFY_API_URL NX_SELF_HOSTED_REMOTE_CACHE_SERVER RES_OPTIONS",
    ),
    row("chooses whom a tool tells", OneOf("console none otlp"), "OTEL_EXPORTER_*"),
    row(
        "says whom a program trusts on the network",
        OneOf(""),
        "CLOUDSDK_AUTH_DISABLE_SSL_VALIDATION CLOUDSDK_CORE_CUSTOM_CA_CERTS_FILE HELM_KUBECAFILE \
         HELM_KUBEINSECURE_SKIP_TLS_VERIFY",
    ),
];
