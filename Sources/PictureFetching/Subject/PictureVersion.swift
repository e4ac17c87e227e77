import Flickr
import Foundation

/// The version of a picture of a photo: another one is that of another picture, or of a file that has changed.
public struct PictureVersion: Hashable, Sendable {
  /// The text that a library keeps: the URL of a picture of a host, or the size and the time of modification of a file of the user.
  public let text: String

  /// Creates a version of its text.
  public init(text: String) { self.text = text }

  /// Returns the version of a file of the user, which stays when the file is moved; `nil` if there is none at the path.
  init?(file path: String) {
    guard let status = CacheFileStatus(userFile: path) else { return nil }
    self.init(text: "\(status.size),\(status.written.tv_sec),\(status.written.tv_nsec)")
  }

  /// A Boolean value that indicates whether the version is that of a file of the user, and no URL.
  fileprivate var isOfFile: Bool { !text.contains(":") }
}

extension OwnPicture.Place {
  /// The version of the file, or of the zip file of an entry; `nil` if there is no file.
  ///
  /// It is read from the disk, for which the caller waits.
  public var version: PictureVersion? { PictureVersion(file: path) }
}

extension PictureSubject {
  /// Returns a Boolean value that indicates whether a version is that of a picture that the photo has now.
  ///
  /// That of a file of the user is read from the disk, for which the caller waits.
  public func has(_ version: PictureVersion) -> Bool {
    if let own = localPicture, own.place.version == version { return true }
    return (renditions + presumed).contains { $0.url == version.text }
  }

  /// Returns a Boolean value that indicates whether a version can be that of a picture that the photo has now: also if it is that of a
  /// file, and the user's file is not there, whose disk may be away.
  ///
  /// The version of the file is read from the disk, for which the caller waits.
  public func mayHave(_ version: PictureVersion) -> Bool {
    if has(version) { return true }
    guard version.isOfFile, let own = localPicture else { return false }
    return own.place.version == nil
  }
}
