public import Foundation
public import ObjectGraph

/// A photo file in a folder of the user, as it was last read.
public final class LocalFile: ManagedObject {
  /// The path of the folder.
  @Attribute(LocalFile.folder) public var folder: String
  /// The name in the folder.
  @Attribute(LocalFile.name) public var name: String
  /// The size in bytes.
  @Attribute(LocalFile.size) var size: Int
  /// The time of the last change of its contents or attributes in nanoseconds since 1970.
  @Attribute(LocalFile.changed) var changed: Int
  /// The same of the sidecar; 0 if there is none, and ``unreadSidecar`` if the next refresh must read the file again.
  @Attribute(LocalFile.sidecarChanged) var sidecarChanged: Int
  /// The hash by which the contents are found again at another path.
  @Attribute(LocalFile.digest) var digest: String
  /// A Boolean value that indicates whether neither the file nor its sidecar had a date taken: that of the photo is the date of the
  /// last change then, or comes from elsewhere.
  @Attribute(LocalFile.isUndated) var isUndated: Bool
  /// The ID of its photo, also after the photo was deleted from the library.
  @Attribute(LocalFile.photoID) var photoID: String
  /// The date since which the file is missing; `nil` if it is there.
  @Attribute(LocalFile.missingSince) public internal(set) var missingSince: Date?
  /// The photo; `nil` if it was deleted from the library.
  @ToOne(LocalFile.photo) public var photo: Photo?

  /// A time of the last change that neither a sidecar nor a file without one has: the next refresh reads the file again.
  static let unreadSidecar = -1

  /// The path of the file.
  public var path: String { place.path }
}

/// The names and types, for the model, the accessors and requests.
extension LocalFile {
  static let folder = Property<LocalFile, String>("folder")
  static let name = Property<LocalFile, String>("name")
  static let size = Property<LocalFile, Int>("size")
  static let changed = Property<LocalFile, Int>("changed")
  static let sidecarChanged = Property<LocalFile, Int>("sidecarChanged")
  static let digest = Property<LocalFile, String>("digest")
  static let isUndated = Property<LocalFile, Bool>("isUndated")
  static let photoID = Property<LocalFile, String>("photoID")
  static let missingSince = Property<LocalFile, Date?>("missingSince")
  static let photo = ToOneProperty<LocalFile, Photo>("photo")
}
