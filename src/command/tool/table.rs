//! What the tools of coding agents are called and where their inputs name files: the one table.
//!
//! Owns the names of hosts and the names that rules use. Refuses to look at an input. A tool that no row lists keeps its own
//! name, and nothing is known of what it does.

use super::Tool;

/// How a tool's input is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// The files stand under [`PATH_KEYS`], wherever in the input.
    Files(Tool),
    /// As `Files`; what is done to them stands under `command`.
    ByCommand,
    /// A patch with a line for each file that it touches.
    Patch,
    /// The files are deleted.
    Delete,
    /// A text for a shell, which is not judged as a call of a tool.
    Shell,
}

/// Tools by the names that their hosts give them.
const ROWS: [(&[&str], Shape); 13] = [
    (
        &[
            "Read",
            // Gemini CLI, Qwen Code, VS Code, Cline
            "read_file",
            "read_files",
            "read_many_files",
            "view_image",
            // OpenCode, Crush, Copilot CLI, Auggie, Windsurf, Kiro, Antigravity
            "read",
            "view",
            "pre_read_code",
            "fs_read",
            "fsRead",
            "view_file",
            "NotebookRead",
            "copilot_readFile",
        ],
        Shape::Files(Tool::Read),
    ),
    (
        &[
            "Write",
            "write",
            "write_file",
            "write_to_file",
            "create_file",
            "create",
            "Create",
            "save-file",
            "create_directory",
            "create_new_jupyter_notebook",
            "copilot_createFile",
        ],
        Shape::Files(Tool::Write),
    ),
    (
        &[
            "Edit",
            "MultiEdit",
            "NotebookEdit",
            "edit",
            "multiedit",
            "edit_file",
            "replace",
            "replace_in_file",
            "replace_file_content",
            "multi_replace_file_content",
            "replace_string_in_file",
            "multi_replace_string_in_file",
            "insert_edit_into_file",
            "edit_notebook_file",
            "pre_write_code",
            "strReplace",
            "str_replace",
            "StrReplace",
            "fsAppend",
            "fs_append",
            "fsWrite",
            // Cline CLI
            "editor",
            "multi_edit",
            "notebook_edit",
            "EditNotebook",
            "developer__write",
            "developer__edit",
        ],
        Shape::Files(Tool::Edit),
    ),
    (
        &[
            "str_replace_editor",
            "str_replace_based_edit_tool",
            "str-replace-editor",
            "developer__text_editor",
            "text_editor",
            "fs_write",
        ],
        Shape::ByCommand,
    ),
    (&["apply_patch", "ApplyPatch", "patch"], Shape::Patch),
    (&["Delete", "delete_file", "deleteFile", "remove-files"], Shape::Delete),
    (
        &["Grep", "grep", "search_file_content", "grep_search", "search_files", "grepSearch", "rg"],
        Shape::Files(Tool::Grep),
    ),
    (&["Glob", "glob", "file_search", "find_by_name", "fileSearch"], Shape::Files(Tool::Glob)),
    (&["LS", "ls", "list", "list_directory", "list_dir", "list_files", "listDirectory"], Shape::Files(Tool::List)),
    (&["WebFetch", "web_fetch", "webfetch", "fetch_webpage", "fetch"], Shape::Files(Tool::Fetch)),
    (&["WebSearch", "web_search", "google_web_search", "websearch"], Shape::Files(Tool::Search)),
    (
        &[
            "Bash",
            "bash",
            "Shell",
            "shell",
            "shell_command",
            "exec_command",
            "run_shell_command",
            "run_in_terminal",
            "run_command",
            "run_commands",
            "execute_command",
            "execute_bash",
            // Kiro: a process in the background, begun with `action: start`
            "control_bash_process",
            "controlBashProcess",
            "Execute",
            "launch-process",
            "developer__shell",
            "exec",
            "Monitor",
            "monitor",
        ],
        Shape::Shell,
    ),
    (&["PowerShell", "powershell", "execute_pwsh", "control_pwsh_process", "controlPwshProcess", "pwsh"], Shape::Shell),
];

/// The keys under which inputs name files and directories, in any host.
pub(super) const PATH_KEYS: [&str; 38] = [
    "file_path",
    "filePath",
    "path",
    "paths",
    "file_paths",
    "filePaths",
    "files",
    "absolute_path",
    "absolutePath",
    "AbsolutePath",
    "notebook_path",
    "notebookPath",
    "dir_path",
    "dirPath",
    "directory",
    "directory_path",
    "directoryPath",
    "DirectoryPath",
    "DirectoryAbsolutePath",
    "SearchDirectory",
    "SearchPath",
    "target_file",
    "targetFile",
    "TargetFile",
    "target_directory",
    "targetDirectory",
    "target_notebook",
    "relative_path",
    "relativePath",
    "relative_workspace_path",
    "file",
    "filename",
    "filepath",
    "file_name",
    "image_path",
    "image_paths",
    "new_path",
    "old_path",
];

/// Keys that may say from where the other paths of an input count, in lower case and without what joins their words. Whether
/// a host heeds them is not known.
pub(super) const BASE_KEYS: [&str; 11] = [
    "cwd",
    "workdir",
    "workingdir",
    "workingdirectory",
    "currentdirectory",
    "dir",
    "dirpath",
    "directory",
    "basedir",
    "basedirectory",
    "basepath",
];

/// The keys under which a search says which of the files below its directory it looks into.
pub(super) const GLOB_KEYS: [&str; 10] = [
    "glob",
    "include",
    "include_pattern",
    "includePattern",
    "Includes",
    "includes",
    "file_pattern",
    "filePattern",
    "glob_filter",
    "glob_pattern",
];

/// The keys under which a tool that lists says what it looks for.
pub(super) const PATTERN_KEYS: [&str; 6] =
    ["pattern", "filePattern", "glob_pattern", "globPattern", "query", "Pattern"];

/// The keys under which inputs name addresses.
pub(super) const URL_KEYS: [&str; 4] = ["url", "urls", "uri", "Url"];

/// The words under `command` with which [`Shape::ByCommand`] only looks.
pub(super) const LOOKS: [&str; 2] = ["view", "read"];

/// How the input of a tool of this name is read; nothing where no row lists it.
pub(super) fn shape(name: &str) -> Option<Shape> {
    ROWS.iter().find(|(names, _)| names.contains(&name)).map(|(_, shape)| *shape)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_and_no_key_stands_there_twice() {
        let mut names: Vec<&str> = ROWS.iter().flat_map(|(names, _)| names.iter().copied()).collect();
        let mut keys: Vec<&str> = PATH_KEYS.to_vec();
        for all in [&mut names, &mut keys] {
            let before = all.len();
            all.sort_unstable();
            all.dedup();
            assert_eq!(all.len(), before);
        }
    }

    #[test]
    fn the_names_that_rules_use_are_names_of_hosts() {
        for tool in Tool::ALL {
            assert_eq!(shape(tool.as_str()), Some(Shape::Files(tool)));
        }
    }
}
