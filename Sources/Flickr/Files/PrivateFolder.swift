public import Foundation

/// Folders and files that only their owner may use, whatever the file mode creation mask of the process is.
public enum PrivateFolder {
  /// Makes a folder, and the folders above it, with the mode 0700; does nothing when it exists.
  ///
  /// The modes of folders that exist stay as they are.
  /// - Throws: A `POSIXError`.
  public static func make(at url: URL) throws(POSIXError) {
    let path = url.standardizedFileURL.path
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return }
    let parent = url.standardizedFileURL.deletingLastPathComponent()
    if parent.path != path { try make(at: parent) }
    // The mask can only take away: the folder is never open to others, and what the owner lacks is added.
    guard mkdir(path, 0o700) == 0 else {
      // Another process may have been quicker.
      if errno == EEXIST, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return }
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    chmod(path, 0o700)
  }

  /// Gives a file that was just created the mode 0600, whatever the mask took away.
  public static func protect(_ descriptor: Int32) { fchmod(descriptor, 0o600) }
}
