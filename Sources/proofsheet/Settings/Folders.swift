import Foundation
import PhotoLibrary

/// Folders of the user (XDG Base Directory Specification).
enum Folders {
  /// The default folder of the library.
  static var data: URL { folder("XDG_DATA_HOME", ".local/share") }
  /// The default folder of the configuration.
  static var configuration: URL { folder("XDG_CONFIG_HOME", ".config") }
  /// The folder of files that can be downloaded again.
  static var cache: URL { folder("XDG_CACHE_HOME", ".cache") }
  /// The folder of the state that processes share and that can be lost without harm.
  static var state: URL { folder("XDG_STATE_HOME", ".local/state") }

  private static func folder(_ variable: String, _ fallback: String) -> URL {
    (absolute(variable) ?? UserPath.home.appendingPathComponent(fallback)).appendingPathComponent(
      "proofsheet")
  }

  /// The specification requires that relative paths are ignored.
  private static func absolute(_ variable: String) -> URL? {
    Environment.value(variable).flatMap { $0.hasPrefix("/") ? URL(fileURLWithPath: $0) : nil }
  }
}
