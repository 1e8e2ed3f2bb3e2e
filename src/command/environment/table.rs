//! The one table of variables that change what runs.
//!
//! Owns the names, exact ones and patterns, with what each can do. An exact name stands before a pattern. Variables that
//! choose an account (`AWS_PROFILE`) or the server of an application (`DATABASE_URL`) are not here; those that choose where
//! a tool sends its credentials (`AWS_ENDPOINT_URL`, `HTTPS_PROXY`) are.

use super::values::Harmless;
use Harmless::{Flags, IdleProgram, InsideTree, Known, Locale, Nothing, OneOf, PlainName, Switch, TreeOrTemp};

/// Variables that can do the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Row {
    /// What they can do.
    pub(super) power: &'static str,
    /// Which of their values are harmless.
    pub(super) harmless: Harmless,
    /// Their names, with blanks between; one `*` in a name stands for any characters.
    pub(super) names: &'static str,
}

pub(super) const fn row(power: &'static str, harmless: Harmless, names: &'static str) -> Row {
    Row { power, harmless, names }
}

const COMPILERS: Harmless = OneOf("cc c++ gcc g++ clang clang++");
const COMPILER_FLAGS: Harmless = Flags(
    "-O* -g -g0 -g1 -g2 -g3 -Wall -Wextra -Werror -Wno-* -pedantic -std=* -D* -I. -Iinclude -Isrc \
     -fPIC -fsanitize=* -fno-omit-frame-pointer -march=native -mtune=native -m32 -m64 -pthread -pipe",
);
pub(super) const COMPRESSOR_FLAGS: Harmless = Flags("-0 -1 -2 -3 -4 -5 -6 -7 -8 -9 -T* -e -q -v");
const GO_FLAGS: Harmless = Flags(
    "-mod=vendor -mod=readonly -v -x -race -short -count=* -tags=* -trimpath -buildvcs=* \
     -p=* -timeout=*",
);
pub(super) const JAVA_FLAGS: Harmless =
    Flags("-Xmx* -Xms* -Xss* -Dfile.encoding=* -Djava.awt.headless=true -Dorg.gradle.daemon=*");
const LESS_FLAGS: Harmless = Flags(
    "F R X S FR RF FRX FXR RFX -F -R -X -S -i -M -Q -r -K -FR -RF -FX -XF -RX -XR -RS -SR -FRX -FXR -RFX -RXF -XRF -XFR -FRSX",
);
const LINKER_FLAGS: Harmless = Flags("-pthread -s -static -lm -lpthread -fsanitize=*");
const MAKE_FLAGS: Harmless = Flags("-j* -s -k -i -w --no-print-directory --silent --keep-going");
const NODE_FLAGS: Harmless = Flags(
    "--max-old-space-size=* --max_old_space_size=* --no-warnings --trace-warnings --trace-deprecation \
     --no-deprecation --enable-source-maps --experimental-vm-modules --openssl-legacy-provider \
     --unhandled-rejections=* --stack-trace-limit=*",
);
const NO_ANSWER: Harmless = OneOf("true : /bin/true");
const NO_ANSWER_GIT: Harmless = OneOf("true : echo /bin/true /bin/echo");
const NO_BROWSER: Harmless = OneOf("none true : echo");
const NO_FILE: Harmless = OneOf("- /dev/null");
const PYTEST_FLAGS: Harmless = Flags(
    "-q -v -vv -x -s -qq -ra -rA --tb=short --tb=long --tb=no --color=yes --color=no --maxfail=* \
     --no-header",
);
const PYTHON_WARNINGS: Harmless = OneOf(
    "default error always module once ignore d e i ignore::DeprecationWarning \
     error::DeprecationWarning ignore::UserWarning",
);
const RUST_FLAGS: Harmless = Flags(
    "-D -W -A -F warnings unused -Dwarnings -Awarnings -Adead_code dead_code unused_variables \
     unused_imports clippy::all missing_docs deprecated",
);

/// The rows.
pub(super) const ROWS: &[Row] = &[
    row(
        "gives a build tool further options",
        Nothing,
        "ANT_ARGS GUNICORN_CMD_ARGS GRADLE_USER_HOME MAVEN_ARGS ORG_GRADLE_PROJECT_*",
    ),
    row(
        "gives java further options",
        JAVA_FLAGS,
        "ANT_OPTS GRADLE_OPTS JAVA_OPTS JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS MAVEN_OPTS SBT_OPTS _JAVA_OPTIONS \
         JVM_OPTS",
    ),
    row(
        "chooses a program of the build",
        Nothing,
        "AR AS CCACHE_COMPILER CCACHE_PATH CCACHE_PREFIX CCACHE_CONFIGPATH CMAKE_MAKE_PROGRAM \
         CMAKE_PROJECT_TOP_LEVEL_INCLUDES CONFIG_SHELL CONFIG_SITE CUDAHOSTCXX DISTCC_HOSTS LIBCLANG_PATH \
         LLVM_CONFIG_PATH MAKESHELL NVCC PROTOC CMAKE_*_LAUNCHER SCCACHE_* LD LEX NM OBJCOPY PKG_CONFIG RANLIB \
         STRIP YACC",
    ),
    row(
        "names a configuration that gives further options",
        Nothing,
        "AWS_CONFIG_FILE AWS_CA_BUNDLE AWS_DATA_PATH AWS_SHARED_CREDENTIALS_FILE APT_CONFIG AZURE_CONFIG_DIR \
         AZURE_EXTENSION_DIR BAT_CONFIG_DIR BAT_CONFIG_PATH BOTO_CONFIG BOTO_PATH BUILDX_CONFIG CLAUDE_CONFIG_DIR \
         CLOUDSDK_CONFIG CLOUDSDK_PYTHON CLOUDSDK_PYTHON_ARGS CODEX_HOME COMPOSER_HOME CONDARC CONTAINERS_CONF \
         CONTAINERS_REGISTRIES_CONF CONTAINERS_STORAGE_CONF COVERAGE_PROCESS_START COVERAGE_RCFILE CURL_HOME \
         DOCKER_CONFIG FLAKE8_CONFIG GEMRC GLAB_CONFIG_DIR HGRCPATH JUPYTER_CONFIG_DIR JUPYTER_PATH IPYTHONDIR \
         KRB5_CONFIG KUBERC MISE_CONFIG_DIR MISE_GLOBAL_CONFIG_FILE MISE_TRUSTED_CONFIG_PATHS MYPY_CONFIG_FILE \
         MYSQL_HOME MYSQL_TEST_LOGIN_FILE NIX_CONFIG NIX_PATH NIX_REMOTE NOXFILE ODBCINI ODBCSYSINI P4CONFIG \
         PACKER_CONFIG PACKER_PLUGIN_PATH PGSERVICEFILE PGSYSCONFDIR PYLINTRC REDISCLI_RCFILE REGISTRY_AUTH_FILE \
         RPM_CONFIGDIR RUFF_CONFIG STARSHIP_CONFIG TERRAGRUNT_CONFIG TERRAGRUNT_TFPATH TF_DATA_DIR \
         TF_REATTACH_PROVIDERS TG_TF_PATH TOX_CONFIG_FILE TOX_TESTENV_PASSENV VAGRANT_HOME VAGRANT_VAGRANTFILE \
         VAGRANT_CWD FZF_DEFAULT_OPTS_FILE GH_CONFIG_DIR GNUPGHOME HELM_PLUGINS HELM_BIN HELM_CACHE_HOME \
         HELM_CONFIG_HOME HELM_DATA_HOME HELM_REGISTRY_CONFIG HELM_REPOSITORY_CONFIG KUBECONFIG NPM_TOKEN_HELPER \
         RIPGREP_CONFIG_PATH SYSTEM_WGETRC TF_CLI_ARGS TF_CLI_CONFIG_FILE WGETRC TF_CLI_ARGS_* ANSIBLE_*",
    ),
    row("names a file that a shell runs when it starts", Nothing, "BASH_ENV ENV ZDOTDIR"),
    row("is the name that zsh gives to a program, which may be another one by that name", Nothing, "ARGV0"),
    row("defines a function in the shell", Nothing, "BASH_LOADABLES_PATH FPATH BASH_FUNC_*"),
    row(
        "changes how a shell reads its text",
        Nothing,
        "BASHOPTS BASH_COMPAT EXECIGNORE GLOBIGNORE POSIXLY_CORRECT POSIX_PEDANTIC SHELLOPTS TEXTDOMAIN TEXTDOMAINDIR",
    ),
    row(
        "gives a program further options",
        Nothing,
        "BAT_OPTS BUN_OPTIONS DART_VM_OPTIONS DELTA_FEATURES ELIXIR_ERL_OPTIONS FFREPORT GHCRTS GS_OPTIONS \
         LTRACE_OPTIONS LZMA_OPT MAGICK_CONFIGURE_PATH UNZIPOPT VALGRIND_OPTS ZIPINFO ZIPINFOOPT ERL_*FLAGS \
         EZA_CONFIG_DIR FZF_DEFAULT_OPTS GREP_OPTIONS JQ_OPTS RSYNC_OLD_ARGS RSYNC_PARTIAL_DIR SYSTEMD_LESS SYSTEMD_PAGERSECURE \
         CMD_ENV I_WANT_A_BROKEN_PS MAGIC PS_FORMAT PS_PERSONALITY SOX_OPTS TAPE TAR_RSH TAR_OPTIONS UNZIP ZIP ZIPOPT",
    ),
    row("chooses the program that is run as a browser", NO_BROWSER, "BROWSER *_BROWSER"),
    row(
        "is a setting of bundler, which chooses the code that is loaded",
        Nothing,
        "BUNDLE_APP_CONFIG BUNDLE_GEMFILE BUNDLE_PATH BUNDLE_USER_CONFIG BUNDLE_MIRROR__*",
    ),
    row("gives a compressor further options", COMPRESSOR_FLAGS, "BZIP BZIP2 GZIP XZ_DEFAULTS XZ_OPT ZSTD_CLEVEL"),
    row(
        "names a program of cargo",
        OneOf(""),
        "CARGO CLIPPY_ARGS CLIPPY_CONF_DIR CLIPPY_DRIVER_PATH RUSTC RUSTC_WORKSPACE_WRAPPER RUSTC_WRAPPER \
         RUSTC_LINKER RUSTDOC CARGO_CREDENTIAL_* CARGO_REGISTRIES_* CARGO_REGISTRY_* CARGO_UNSTABLE_* \
         CARGO_SOURCE_* CARGO_TARGET_* CARGO_ALIAS_* CARGO_BUILD_* CARGO_PATCH_* CARGO_HOST_*",
    ),
    row("changes a detail of cargo", Known, "CARGO_BUILD_INCREMENTAL CARGO_BUILD_JOBS CARGO_REGISTRY_TOKEN"),
    row(
        "gives the compiler further options",
        RUST_FLAGS,
        "CARGO_BUILD_RUSTFLAGS CARGO_PROFILE_*_RUSTFLAGS CARGO_ENCODED_RUSTDOCFLAGS CARGO_ENCODED_RUSTFLAGS RUSTDOCFLAGS RUSTFLAGS",
    ),
    row(
        "chooses the configuration of cargo",
        Nothing,
        "CARGO_HOME CARGO_HTTP_CAINFO CARGO_HTTP_PROXY CARGO_INSTALL_ROOT RUSTUP_DIST_SERVER RUSTUP_UPDATE_ROOT",
    ),
    row(
        "chooses the compiler",
        COMPILERS,
        "CC CPP CC_* CXX_* HOST_CC HOST_CXX TARGET_CC TARGET_CXX CXX FC HOSTCC HOSTCXX OBJC OBJCXX",
    ),
    row(
        "gives the compiler further options",
        COMPILER_FLAGS,
        "ASFLAGS CFLAGS BINDGEN_EXTRA_CLANG_ARGS CFLAGS_* CXXFLAGS_* CGO_CFLAGS CGO_CPPFLAGS CGO_CXXFLAGS CGO_FFLAGS \
         CPPFLAGS CUDAFLAGS CXXFLAGS FFLAGS HIPFLAGS OBJCFLAGS OBJCXXFLAGS",
    ),
    row("gives the linker further options", LINKER_FLAGS, "CGO_LDFLAGS LDFLAGS"),
    row(
        "names a program that tests start",
        Nothing,
        "CHROME_BIN ASAN_SYMBOLIZER_PATH LLVM_SYMBOLIZER_PATH CHROMEDRIVER_FILEPATH CHROME_PATH CYPRESS_RUN_BINARY \
         ELECTRON_OVERRIDE_DIST_PATH PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH PUPPETEER_EXECUTABLE_PATH",
    ),
    row(
        "chooses where code is loaded from",
        InsideTree,
        "CLASSPATH FLASK_APP MYPYPATH NODE_PATH PERL5LIB PERLLIB PYTHONPATH RUBYLIB UV_PROJECT UV_PROJECT_ENVIRONMENT JULIA_PROJECT \
         VIRTUAL_ENV VPATH",
    ),
    row(
        "chooses what the build is told about libraries",
        Nothing,
        "CMAKE_INCLUDE_PATH CMAKE_MODULE_PATH CMAKE_PREFIX_PATH CMAKE_PROGRAM_PATH CMAKE_TOOLCHAIN_FILE COMPILER_PATH CPATH CPLUS_INCLUDE_PATH \
         C_INCLUDE_PATH GCC_EXEC_PREFIX LIBRARY_PATH PKG_CONFIG_LIBDIR PKG_CONFIG_PATH PKG_CONFIG_SYSROOT_DIR \
         PROTOC_INCLUDE LPATH",
    ),
    row(
        "chooses the machine that containers run on",
        Nothing,
        "CONTAINER_CONNECTION CONTAINER_HOST DOCKER_CONTEXT DOCKER_CERT_PATH DOCKER_HOST",
    ),
    row(
        "names code that is run at the start",
        Nothing,
        "CORECLR_PROFILER CORECLR_ENABLE_PROFILING CORECLR_PROFILER_* COR_PROFILER DOTNET_STARTUP_HOOKS \
         BUN_INSPECT_PRELOAD CustomBeforeMicrosoftCommonProps DOTNET_ADDITIONAL_DEPS DOTNET_SHARED_STORE MIX_EXS \
         PERL5SHELL PSModulePath R_DEFAULT_PACKAGES RBENV_HOOK_PATH PYENV_HOOK_PATH RUBYGEMS_GEMDEPS \
         ELECTRON_RUN_AS_NODE EXINIT GVIMINIT LUA_INIT PERL5DB PHPRC PHP_INI_SCAN_DIR PSQLRC PYTHONBREAKPOINT \
         PYTHONINSPECT PYTHONSTARTUP R_ENVIRON R_ENVIRON_USER R_PROFILE R_PROFILE_USER SCREENRC SYSSCREENRC LATEXMKRCSYS TS_NODE_COMPILER \
         TS_NODE_COMPILER_OPTIONS TS_NODE_PROJECT TS_NODE_CWD TS_NODE_DIR TSX_TSCONFIG_PATH PW_TEST_SOURCE_TRANSFORM PYTHON_PRESITE VIMINIT LUA_INIT_*",
    ),
    row(
        "is a setting of npm, which may name a program",
        Nothing,
        "COREPACK_NPM_REGISTRY PNPM_HOME BUN_CONFIG_REGISTRY BUN_INSTALL COREPACK_INTEGRITY_KEYS \
         YARN_ENABLE_SCRIPTS YARN_IGNORE_PATH YARN_NPM_* YARN_REGISTRY YARN_PLUGINS YARN_RC_FILENAME \
         YARN_GLOBAL_FOLDER YARN_INJECT_ENVIRONMENT_FILES YARN_SCRIPT_SHELL YARN_YARN_PATH npm_execpath npm_config_* pnpm_config_*",
    ),
    row(
        "names a program that is run for it",
        Nothing,
        "CVS_RSH HGEDITOR KUBECTL_EXTERNAL_DIFF P4DIFF P4MERGE RUBYSHELL SVN_MERGE RSH SSH_PKCS11_HELPER SSH_SK_HELPER SSH_SK_PROVIDER RSYNC_CONNECT_PROG RSYNC_RSH SVN_SSH",
    ),
    row(
        "chooses where code is loaded from",
        Nothing,
        "DOTNET_ROOT ANDROID_HOME GNUPLOT_DRIVER_DIR NMAPDIR ANDROID_SDK_ROOT BUNDLE_BIN_PATH CONDA_EXE CONDA_PREFIX CUDA_HOME DENO_DIR \
         DENO_INSTALL_ROOT DEVELOPER_DIR EMACSLOADPATH ERL_LIBS FLUTTER_ROOT GHC_ENVIRONMENT GHC_PACKAGE_PATH \
         GRADLE_HOME GUILE_LOAD_PATH JAVACMD JULIA_DEPOT_PATH JULIA_LOAD_PATH JULIA_PYTHONCALL_EXE KOTLIN_HOME \
         M2_HOME MAVEN_HOME MIX_HOME MIX_PATH MSBUILDLOADER MSBuildSDKsPath NODENV_ROOT NUGET_PACKAGES \
         NVIM_APPNAME NVIM_RPLUGIN_MANIFEST NVM_DIR OCAMLPATH OPAMROOT PERL_CPANM_OPT PERL_LOCAL_LIB_ROOT \
         PERL_MB_OPT PERL_MM_OPT PIPX_BIN_DIR PIPX_HOME PLTCOLLECTS PYENV_ROOT RBENV_ROOT SDKROOT STACK_ROOT \
         STACK_YAML SWIFT_EXEC VOLTA_HOME GEM_HOME GEM_PATH GOENV GOROOT GOTOOLDIR JAVA_HOME LUA_CPATH LUA_PATH \
         MONO_PATH NODE_REPL_EXTERNAL_MODULE PYTHONEXECUTABLE PYTHONHOME PYTHONPLATLIBDIR PYTHONPYCACHEPREFIX PYTHONUSERBASE \
         RUSTUP_HOME R_HOME R_LIBS R_LIBS_SITE R_LIBS_USER VIM VIMRUNTIME LUA_CPATH_* LUA_PATH_*",
    ),
    row(
        "chooses the program that is run as an editor",
        IdleProgram,
        "EDITOR FCEDIT GIT_EDITOR GIT_SEQUENCE_EDITOR VISUAL *_EDITOR",
    ),
    row(
        "chooses where go finds and gets code",
        Nothing,
        "GCCGO GOBIN GOAUTH GOCACHEPROG GONOPROXY GOPRIVATE GOVCS GOINSECURE GOMODCACHE GONOSUMDB GOPATH GOPROXY \
         GOCACHE GOSUMDB GOTOOLCHAIN GOWORK",
    ),
    row(
        "loads code into every program that starts",
        Nothing,
        "GCONV_PATH GIO_EXTRA_MODULES GLIBC_TUNABLES GIO_MODULE_DIR GI_TYPELIB_PATH GTK_MODULES GTK_PATH \
         LIBGL_DRIVERS_PATH LIBMYSQL_PLUGINS LIBMYSQL_PLUGIN_DIR LOCPATH OCL_ICD_VENDORS MAGICK_CODER_MODULE_PATH \
         OPENSSL_CONF OPENSSL_ENGINES OPENSSL_MODULES QT_PLUGIN_PATH QML2_IMPORT_PATH SASL_PATH VALGRIND_LIB \
         VK_ICD_FILENAMES VK_LAYER_PATH DYLD_* LD_*",
    ),
    row("names a program, a directory or a configuration of git", Nothing, "GIT_*"),
    row(
        "changes a detail of git",
        Known,
        "GIT_ADVICE GIT_BRANCH GIT_CEILING_DIRECTORIES GIT_COMMIT GIT_CONFIG_NOSYSTEM GIT_CURL_VERBOSE \
         GIT_DISCOVERY_ACROSS_FILESYSTEM GIT_FLUSH GIT_HTTP_LOW_SPEED_LIMIT \
         GIT_HTTP_LOW_SPEED_TIME GIT_LFS_SKIP_SMUDGE GIT_LITERAL_PATHSPECS GIT_MERGE_AUTOEDIT \
         GIT_MERGE_VERBOSITY GIT_NOGLOB_PATHSPECS GIT_NO_LAZY_FETCH GIT_NO_REPLACE_OBJECTS GIT_OPTIONAL_LOCKS \
         GIT_PROGRESS_DELAY GIT_QUIET GIT_REFLOG_ACTION GIT_SHA GIT_TAG GIT_TERMINAL_PROMPT GIT_COMMITTER_* \
         GIT_AUTHOR_* GIT_PS1_*",
    ),
    row("names the program that asks for passwords", NO_ANSWER_GIT, "GIT_ASKPASS"),
    row("chooses the program that shows the output", IdleProgram, "GIT_PAGER DIFFPAGER MANLESS MANPAGER PAGER *_PAGER"),
    row("writes a trace of git", Switch, "GIT_TRACE GIT_TRACE2 GIT_TRACE2_* GIT_TRACE_*"),
    row("gives make further options and text", MAKE_FLAGS, "GNUMAKEFLAGS MAKEFLAGS MFLAGS"),
    row("gives go further options", GO_FLAGS, "GOFLAGS"),
    row(
        "gives man further options",
        Nothing,
        "GROFF_COMMAND_PREFIX GROFF_BIN_PATH GROFF_TMAC_PATH MANPATH MANOPT MANROFFOPT",
    ),
    row(
        "chooses the configuration that programs read",
        Nothing,
        "HOME XDG_CONFIG_DIRS XDG_CONFIG_HOME XDG_DATA_DIRS XDG_DATA_HOME",
    ),
    row("is a file that a shell writes", NO_FILE, "HISTFILE"),
    row("is how much of its history a shell keeps, in a file that it cuts", Nothing, "HISTFILESIZE HISTSIZE"),
    row(
        "is a file or a directory that programs write",
        Nothing,
        "GCOV_PREFIX MALLOC_TRACE BASH_XTRACEFD PGPASSFILE PSQL_HISTORY MYSQL_HISTFILE SQLITE_HISTORY \
         REDISCLI_HISTFILE GDBHISTFILE NODE_REPL_HISTORY PYTHON_HISTORY NODE_REDIRECT_WARNINGS NODE_V8_COVERAGE \
         SSLKEYLOGFILE NX_PROFILE PLAYWRIGHT_LAST_RUN_OUTPUT_FILE GTEST_OUTPUT",
    ),
    row("changes how a shell splits words", Known, "IFS"),
    row("changes how the bytes of a text are read", Locale, "LANG LC_ALL LC_CTYPE"),
    row("holds commands for less", LESS_FLAGS, "LESS"),
    row("is a file that less writes", NO_FILE, "LESSHISTFILE"),
    row(
        "is a file of keys and commands for less",
        Nothing,
        "LESSKEY LESSKEYIN LESSKEYIN_SYSTEM LESSKEY_CONTENT LESSKEY_SYSTEM",
    ),
    row("loads code into node", NODE_FLAGS, "NODE_OPTIONS"),
    row(
        "changes a detail of npm",
        Known,
        "npm_config_audit npm_config_color npm_config_fund npm_config_ignore_scripts npm_config_loglevel \
         npm_config_offline npm_config_prefer_offline npm_config_progress npm_config_update_notifier \
         npm_config_yes pnpm_config_color pnpm_config_ignore_scripts pnpm_config_loglevel pnpm_config_offline \
         pnpm_config_prefer_offline pnpm_config_frozen_lockfile pnpm_config_reporter",
    ),
    row("chooses which programs run", Nothing, "PATH"),
    row("chooses a program of the build", PlainName, "MAKE NODE PERL PYTHON RUBY"),
    row(
        "chooses where programs write",
        TreeOrTemp,
        "BUF_CACHE_DIR CARGO_BUILD_TARGET_DIR CARGO_TARGET_DIR CCACHE_DIR GOCOVERDIR GOLANGCI_LINT_CACHE \
         GOTMPDIR JEST_JUNIT_OUTPUT_DIR KUBECACHEDIR \
         PWTEST_CACHE_DIR PYTEST_DEBUG_TEMPROOT TEMP TMP TMPDIR \
         NODE_COMPILE_CACHE STATICCHECK_CACHE XDG_CACHE_HOME YARN_CACHE_FOLDER",
    ),
    row("chooses where ruff writes, and hides from git what is there", OneOf(".ruff_cache"), "RUFF_CACHE_DIR"),
    row(
        "chooses where mypy writes, and hides from git what is there",
        OneOf(".mypy_cache /dev/null /tmp/mypy /tmp/mypy-cache /tmp/mypy_cache"),
        "MYPY_CACHE_DIR",
    ),
    row(
        "chooses where uv writes, and hides from git what is there",
        OneOf(".uv-cache .uv_cache .cache/uv /tmp/uv /tmp/uv-cache /tmp/uv_cache"),
        "UV_CACHE_DIR",
    ),
    row(
        "chooses the server that a tool, with its credentials, talks to",
        OneOf(""),
        "ALL_PROXY ANTHROPIC_BASE_URL AWS_CONTAINER_CREDENTIALS_FULL_URI AWS_EC2_METADATA_SERVICE_ENDPOINT \
         AWS_WEB_IDENTITY_TOKEN_FILE BAZELISK_BASE_URL CLOUDSDK_PROXY_ADDRESS CONSUL_HTTP_ADDR \
         DBUS_SESSION_BUS_ADDRESS DBUS_SYSTEM_BUS_ADDRESS ELECTRON_MIRROR ETCDCTL_ENDPOINTS FTP_PROXY GH_HOST \
         GITLAB_HOST HELM_KUBEAPISERVER HELM_KUBETOKEN HF_ENDPOINT HOMEBREW_API_DOMAIN HOMEBREW_ARTIFACT_DOMAIN \
         HOMEBREW_BOTTLE_DOMAIN HOMEBREW_BREW_GIT_REMOTE HOMEBREW_CORE_GIT_REMOTE HOMEBREW_CURLRC HTTPS_PROXY HTTP_PROXY MVNW_REPOURL \
         NOMAD_ADDR NVM_NODEJS_ORG_MIRROR OPENAI_API_BASE OPENAI_BASE_URL PULUMI_BACKEND_URL RSYNC_PROXY \
         TURBO_API VAULT_ADDR WANDB_BASE_URL YARN_HTTPS_PROXY YARN_HTTP_PROXY all_proxy ftp_proxy http_proxy \
         https_proxy AWS_ENDPOINT_URL* CLOUDSDK_API_ENDPOINT_OVERRIDES_*",
    ),
    row(
        "says whom a program trusts on the network",
        OneOf(""),
        "AZURE_CLI_DISABLE_CONNECTION_VERIFICATION CURL_CA_BUNDLE DENO_CERT DENO_TLS_CA_STORE GIT_SSL_NO_VERIFY \
         HOSTALIASES NODE_EXTRA_CA_CERTS NODE_TLS_REJECT_UNAUTHORIZED PYTHONHTTPSVERIFY REQUESTS_CA_BUNDLE \
         SSL_CERT_DIR SSL_CERT_FILE VAULT_CACERT VAULT_SKIP_VERIFY",
    ),
    row(
        "switches off what checks a commit",
        OneOf(""),
        "HUSKY HUSKY_SKIP_HOOKS LEFTHOOK LEFTHOOK_BIN LEFTHOOK_EXCLUDE OVERCOMMIT_DISABLE \
         PRE_COMMIT_ALLOW_NO_CONFIG PRE_COMMIT_HOME SKIP",
    ),
    row(
        "changes a detail of pip",
        Known,
        "PIP_DEFAULT_TIMEOUT PIP_DISABLE_PIP_VERSION_CHECK PIP_NO_CACHE_DIR PIP_NO_INPUT PIP_PROGRESS_BAR \
         PIP_QUIET PIP_REQUIRE_VIRTUALENV PIP_ROOT_USER_ACTION PIP_VERBOSE",
    ),
    row(
        "is a setting of pip, which chooses what is installed",
        Nothing,
        "PIPENV_PYPI_MIRROR HEX_MIRROR PDM_CONFIG_FILE POETRY_CONFIG_DIR POETRY_HOME PUB_HOSTED_URL UV_ENV_FILE \
         UV_INSECURE_HOST UV_KEYRING_PROVIDER UV_TOOL_DIR UV_CONFIG_FILE UV_DEFAULT_INDEX UV_EXTRA_INDEX_URL \
         UV_FIND_LINKS UV_INDEX UV_INDEX_URL UV_PYTHON POETRY_REPOSITORIES_* PIP_*",
    ),
    row("gives pytest further options", PYTEST_FLAGS, "PYTEST_ADDOPTS"),
    row("names a category of warnings, which is imported", PYTHON_WARNINGS, "PYTHONWARNINGS"),
    row("chooses the toolchain", OneOf("stable beta nightly"), "RUSTUP_TOOLCHAIN"),
    row("chooses the shell that programs start", Nothing, "SHELL RUNOK_SHELL"),
    row("names the program that asks for passwords", NO_ANSWER, "SSH_ASKPASS SUDO_ASKPASS"),
];
