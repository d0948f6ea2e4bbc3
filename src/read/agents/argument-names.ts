/** What coding agents call the arguments of their file tools, in one version or another. */

export const PATH_NAMES = [
  "file_path",
  "filePath",
  "path",
  "absolute_path",
  "target_file",
  "filename",
  "notebook_path",
  "dir_path",
  "directory",
  "target_directory",
] as const;

export const WRITTEN_NAMES = ["content", "contents", "file_text", "text", "new_content"] as const;
export const OLD_NAMES = ["old_string", "oldString", "old_str", "oldText"] as const;
export const NEW_NAMES = ["new_string", "newString", "new_str", "newText"] as const;
