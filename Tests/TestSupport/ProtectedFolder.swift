import Glibc

/// Sets for whom the calling thread alone opens files (setfsuid(2)); the C module lacks its header.
@_silgen_name("setfsuid") private func setfsuid(_ user: uid_t) -> uid_t

/// A folder whose files can be read, and which cannot be written, not even by root.
public enum ProtectedFolder {
  /// Calls `body` while a folder is protected, or has other permissions: they are those of the thread.
  public static func with(
    _ folder: String, permissions: UInt32 = 0o555, _ body: () throws -> Void
  ) rethrows {
    chmod(folder, permissions)
    let user = setfsuid(getuid() == 0 ? 65534 : getuid())
    defer {
      _ = setfsuid(user)
      chmod(folder, 0o755)
    }
    try body()
  }
}
