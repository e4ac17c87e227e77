public import Foundation

/// Creates folders and files that only their owner may use, regardless of the file mode creation mask.
public enum PrivateFolder {
  /// Creates a folder, and its missing parent folders, with the mode 0700; does nothing if it exists.
  ///
  /// The modes of existing folders do not change.
  ///
  /// - Throws: A `POSIXError`.
  public static func make(at url: URL) throws(POSIXError) {
    let path = url.standardizedFileURL.path
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return }
    let parent = url.standardizedFileURL.deletingLastPathComponent()
    if parent.path != path { try make(at: parent) }
    // The mask can only remove permissions: the folder is never accessible to others, and missing
    // permissions of the owner are added.
    guard mkdir(path, 0o700) == 0 else {
      // Another process may have created it in the meantime.
      if errno == EEXIST, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR { return }
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    chmod(path, 0o700)
  }

  /// Gives a newly created file the mode 0600, regardless of the mask.
  public static func protect(_ descriptor: Int32) { fchmod(descriptor, 0o600) }
}
