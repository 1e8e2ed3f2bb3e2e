//! Variables that few set, which load code into programs, or name what tools run.
//!
//! Owns these rows of the table. Refuses to look anything up (`index` does).

use super::table::{COMPRESSOR_FLAGS, JAVA_FLAGS, Row, row};
use super::values::Harmless::{Flags, InsideTree, Nothing, OneOf, PlainName, Switch, TreeOrTemp};

/// The rows.
pub(super) const ROWS: &[Row] = &[
    row(
        "names a program that a tool runs",
        Nothing,
        "*_ASKPASS *_PASSCOMMAND *_PASSWORD_COMMAND *_RSH BORG_REMOTE_PATH BZR_SSH CCC_CC CCC_CXX \
         COLLECT_GCC COLLECT_LTO_WRAPPER CVSEDITOR CVSROOT CVS_SERVER DEBSIGN_PROGRAM DIFFPROG DIRENV_BASH \
         DISTCC_SSH HARNESS_PERL HG HGMERGE HYDRA_* I_MPI_HYDRA_* JUST_CHOOSER MFEDIT NIX_BUILD_HOOK \
         NIX_SSHOPTS NNN_OPENER NNN_PLUG OMPI_MCA_* P4EDITOR PARALLEL_HOME PARALLEL_SHELL \
         PARALLEL_SSH PMIX_MCA_* PRTE_MCA_* PSQL_EDITOR_LINENUMBER_ARG RMT RSYNC_SHELL SENDMAIL SE_*DRIVER \
         SYSTEMD_SSH TERMINAL TEXEDIT",
    ),
    row(
        "loads code into programs",
        Nothing,
        "*_PLUGIN_PATH *_PRELOAD ACC_PROFLIB ALSA_CONFIG_DIR ALSA_CONFIG_PATH ALSA_PLUGIN_DIR ALSOFT_CONF BABL_PATH \
         BLENDER_SYSTEM_* BLENDER_USER_* CUDA_INJECTION64_PATH CUPS_SERVERBIN DSSI_PATH ENCHANT_CONFIG_DIR \
         FREI0R_PATH GBM_BACKENDS_PATH GDAL_DRIVER_PATH GDAL_PYTHON_DRIVER_PATH GDAL_VRT_ENABLE_PYTHON \
         GDK_PIXBUF_MODULEDIR GDK_PIXBUF_MODULE_FILE GEGL_PATH GIMP2_* GIMP3_* GJS_PATH GST_PLUGIN_* \
         GST_REGISTRY* GTK2_RC_FILES GTK_DATA_PREFIX GTK_EXE_PREFIX GTK_IM_MODULE GTK_IM_MODULE_FILE \
         GTK_RC_FILES GVBINDIR KDEDIRS LADSPA_PATH LIBVA_DRIVERS_PATH LV2_PATH MAGICK_CODER_FILTER_PATH \
         MAGICK_FILTER_MODULE_PATH MAGICK_HOME MLT_REPOSITORY MOZILLA_FIVE_HOME MOZ_GMP_PATH \
         NVBLAS_CONFIG_FILE NVTX_INJECTION64_PATH OCL_ICD_FILENAMES OMP_TOOL_LIBRARIES OPENCL_LAYERS \
         OPENCL_VENDOR_PATH OPENSSL_CONF_INCLUDE PIPEWIRE_* PKCS11_MODULE PKCS11_PROVIDER_MODULE PULSE_* \
         QML_IMPORT_PATH QTWEBENGINEPROCESS_PATH QT_QPA_GENERIC_PLUGINS QT_QPA_PLATFORM_PLUGIN_PATH \
         SASL_CONF_PATH SPA_PLUGIN_DIR UCX_MODULE_DIR VDPAU_DRIVER VDPAU_DRIVER_PATH VK_ADD_* VK_DRIVER_FILES \
         VK_INSTANCE_LAYERS VK_LOADER_* VST3_PATH VST_PATH WEBKIT_EXEC_PATH WEBKIT_INJECTED_BUNDLE_PATH \
         WINEDLLPATH WINELOADER WINEPREFIX WINESERVER __EGL_VENDOR_LIBRARY_* __GLX_VENDOR_LIBRARY_NAME",
    ),
    row(
        "chooses where a tool or an interpreter finds its code",
        Nothing,
        "ACLOCAL_PATH AC_MACRODIR ASDF_CONFIG_FILE ASDF_DATA_DIR ASDF_DIR AUTOM4TE_CFG BABEL_CACHE_PATH \
         BISON_PKGDATADIR CATALINA_BASE CATALINA_HOME EMACSDATA EMACSPATH FNM_DIR GEM_SPEC_CACHE \
         GHCUP_INSTALL_BASE_PREFIX GROFF_FONT_PATH GROOVY_HOME GS_FONTPATH GS_LIB GUILE_EXTENSIONS_PATH \
         GUILE_LOAD_COMPILED_PATH GUILE_SYSTEM_* HADOOP_CONF_DIR HADOOP_HOME HARNESS_PERL_SWITCHES \
         HARNESS_SUBCLASS JAVA_BINDIR JDK_ALTERNATE_VM JDK_HOME JRE_HOME JULIA_BINDIR KUSTOMIZE_PLUGIN_HOME \
         LEIN_HOME LEIN_JAR M4PATH MATLABPATH MISE_DATA_DIR MISE_DEFAULT_CONFIG_FILENAME MISE_ENV_FILE \
         MISE_OVERRIDE_CONFIG_FILENAMES MISE_SHIMS_DIR MISE_SYSTEM_* MONO_CONFIG MONO_ENV_OPTIONS \
         MONO_GAC_PREFIX NLTK_DATA N_PREFIX OCTAVE_HOME OCTAVE_PATH OCTAVE_*INITFILE PERF_EXEC_PATH \
         PERL5_CPANPLUS_CONFIG PERLDB_OPTS PLTADDONDIR PLTUSERHOME SBCL_HOME SCALA_HOME SDKMAN_CANDIDATES_DIR \
         SDKMAN_DIR SPARK_CONF_DIR SPARK_HOME TCL8_* TCLLIBPATH TCL_LIBRARY TK_LIBRARY autom4te_perllibdir",
    ),
    row(
        "names a configuration, which may name programs",
        Nothing,
        "DIRENV_CONFIG FONTCONFIG_FILE FONTCONFIG_PATH FONTCONFIG_SYSROOT HTTPIE_CONFIG_DIR HUB_CONFIG \
         JJ_CONFIG LFTP_HOME LG_CONFIG_FILE LYNX_* MAILRC MTOOLSRC NAILRC NETRC NIX_CONF_DIR NIX_STORE \
         NIX_USER_CONF_FILES PERF_CONFIG QUILTRC TASKDATA TASKRC TIGRC_SYSTEM TIGRC_USER TIG_SCRIPT \
         VAGRANT_DOTFILE_PATH VAGRANT_EXECUTABLE VAULT_CONFIG_PATH W3M_DIR lynx_*",
    ),
    row(
        "chooses what TeX reads, writes and runs",
        Nothing,
        "TEXMF* openin_any openout_any shell_escape shell_escape_commands",
    ),
    row("chooses where code is loaded from", InsideTree, "AWKLIBPATH AWKPATH BIBINPUTS BSTINPUTS LUAINPUTS TEXINPUTS"),
    row(
        "chooses the version of a tool, which may be a path",
        PlainName,
        "ASDF_*_VERSION GOENV_VERSION JENV_VERSION MISE_*_VERSION NODENV_VERSION PHPENV_VERSION PLENV_VERSION \
         PYENV_VERSION RBENV_VERSION",
    ),
    row(
        "chooses a program of the build",
        PlainName,
        "ACLOCAL AUTOCONF AUTOHEADER AUTOM4TE AUTOMAKE AUTOPOINT GTKDOCIZE INTLTOOLIZE LIBTOOLIZE M4 VALAC \
         VAPIGEN",
    ),
    row(
        "chooses what the build is told about libraries",
        Nothing,
        "CMAKE_APPBUNDLE_PATH CMAKE_CONFIG_DIR CMAKE_FRAMEWORK_PATH CMAKE_LIBRARY_PATH DPKG_ADMINDIR \
         DPKG_ROOT SCONSFLAGS",
    ),
    row(
        "is a setting of a tool, which may name code that it runs",
        Switch,
        "DISTCC_* ICECC_* INVOKE_* JUST_* PARALLEL RCLONE_*",
    ),
    row(
        "gives java further options",
        JAVA_FLAGS,
        "*_JAVA_OPTIONS *_JAVA_OPTS *_JVM_OPTS CATALINA_OPTS GROOVY_OPTS HADOOP_OPTS JRUBY_OPTS KAFKA_OPTS \
         SONAR_SCANNER_OPTS SPARK_SUBMIT_OPTS",
    ),
    row("gives a compressor further options", COMPRESSOR_FLAGS, "LBZIP2 LRZIP LZOP PIGZ"),
    row("gives a program further options", Flags("j1 j2 j3 j4 j5 j6 j7 j8 j9 j12 j16 c"), "HARNESS_OPTIONS"),
    row("gives a program further options", Flags("-l -q -s -w --mathlib --quiet --standard --warn"), "BC_ENV_ARGS"),
    row(
        "gives a program further options",
        Flags(
            "-C -C* -S -a -e -f -s -x SC* bash dash error gcc info ksh sh style tty warning --color=* --exclude=* \
             --severity=* --shell=*",
        ),
        "SHELLCHECK_OPTS",
    ),
    row("chooses the code that draws", OneOf("Agg agg Cairo cairo pdf PDF ps PS svg SVG template"), "MPLBACKEND"),
    row(
        "chooses a file that a tool writes, or a directory that it empties",
        Nothing,
        "AS_SECURE_LOG_FILE CPUPROFILE DEAD GAWK_PERSIST_FILE GST_DEBUG_DUMP_DOT_DIR GST_DEBUG_FILE \
         HEAPPROFILE HGPROF JE_MALLOC_CONF KRB5_TRACE MALLOC_CONF MBOX NVIM_LOG_FILE PACKER_LOG_PATH \
         R_SESSION_TMPDIR TIG_TRACE",
    ),
    row(
        "chooses where programs write",
        TreeOrTemp,
        "CLANG_MODULE_CACHE_PATH CUDA_CACHE_PATH DEBUGINFOD_CACHE_PATH DESTDIR MPLCONFIGDIR",
    ),
    row(
        "chooses whom a tool asks, or what it tells",
        OneOf(""),
        "CUPS_SERVER DBUS_STARTER_ADDRESS DEBUGINFOD_URLS LDAPCONF LDAPRC WWW_HOME",
    ),
    row(
        "says whom a program trusts on the network",
        OneOf(""),
        "GNUTLS_SYSTEM_PRIORITY_FILE LDAPTLS_* NIX_SSL_CERT_FILE",
    ),
];
