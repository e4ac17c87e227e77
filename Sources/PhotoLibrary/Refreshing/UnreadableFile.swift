import Foundation

/// A file or folder of the user that a refresh could not read.
public struct UnreadableFile: Hashable, Sendable {
  /// The absolute path.
  public let path: String
  /// The reason as a clause: “it is not a picture”.
  public let reason: String

  /// Creates a description of a file that cannot be read.
  public init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// The name without its folder.
  public var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  static func notAPicture(_ path: String) -> UnreadableFile {
    .init(path: path, reason: "it is not a picture")
  }

  /// Creates a description from the error of the system.
  init(path: String, error: any Error) {
    let reason =
      switch (error as? CocoaError)?.code {
      case .fileReadNoPermission: "no permission"
      case .fileNoSuchFile, .fileReadNoSuchFile: "it does not exist"
      default: error.localizedDescription
      }
    self.init(path: path, reason: reason)
  }
}
