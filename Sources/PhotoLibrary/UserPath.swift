public import Foundation

/// Paths as users type them.
public enum UserPath {
  /// The folder of the user: `$HOME`, as shells have it, else that of the list of users.
  public static var home: URL {
    // Foundation asks the list of users first, which names another folder under sudo, in containers and in tests.
    let home = getenv("HOME").map { String(cString: $0) } ?? ""
    return home.hasPrefix("/")
      ? URL(filePath: home, directoryHint: .isDirectory) : FileManager.default.homeDirectoryForCurrentUser
  }

  /// Returns a path with the folder of the user in place of `~` at its beginning; other paths unchanged.
  public static func expanded(_ path: String) -> String {
    if path == "~" { return home.path }
    return path.hasPrefix("~/") ? home.appending(path: String(path.dropFirst(2))).path : path
  }
}
