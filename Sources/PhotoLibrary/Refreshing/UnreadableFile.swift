import Foundation
import PictureFetching
import ZipReading

/// A file or folder of the user that a refresh could not read.
public struct UnreadableFile: Error, Hashable, Sendable {
  /// The absolute path; that of an entry of a zip file continues that of the zip file.
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

  static func notAPicture(_ place: OwnPicture.Place) -> UnreadableFile {
    .init(place, reason: "it is not a picture")
  }

  /// Returns descriptions of files and folders whose names are not UTF-8.
  static func misnamed(_ names: [String], folders: [String], in folder: String) -> [UnreadableFile] {
    names.map { .init(path: FolderPlace(folder: folder, name: $0).path, reason: "its name is not UTF-8") }
      + folders.map {
        .init(path: FolderPlace(folder: folder, name: $0).path, reason: "the name of the folder is not UTF-8")
      }
  }

  /// Creates a description of a file or a folder of which the system says nothing.
  init(unexamined path: String) { self.init(path: path, reason: "its state cannot be read") }

  /// Creates a description of a folder whose files are all missing since a disk was mounted in it or removed from it.
  init(path: String, isMounted: Bool) {
    let disk = isMounted ? "another disk is mounted there" : "its disk is not mounted"
    self.init(path: path, reason: "\(disk), and nothing in it was marked as missing")
  }

  /// Creates a description of the contents of a place.
  init(_ place: OwnPicture.Place, reason: String) { self.init(path: place.fullPath, reason: reason) }

  /// Creates a description of the contents of a place from the error of the system or of a zip file.
  init(_ place: OwnPicture.Place, error: any Error) {
    self.init(place, reason: (error as? ZipError)?.reason ?? Self.reason(of: error))
  }

  /// Creates a description from the error of the system.
  init(path: String, error: any Error) { self.init(path: path, reason: Self.reason(of: error)) }

  private static func reason(of error: any Error) -> String {
    switch (error as? CocoaError)?.code {
    case .fileReadNoPermission: "no permission"
    case .fileNoSuchFile, .fileReadNoSuchFile: "it does not exist"
    default: error.localizedDescription
    }
  }
}
