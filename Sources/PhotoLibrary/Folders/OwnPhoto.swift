import Flickr
import Foundation
import ObjectGraph
import PhotoFiles
import PhotoMetadata
import PictureBasics
import PictureFetching

/// The IDs and records of photos that come from files.
enum OwnPhoto {
  static let prefix = PictureSubject.fileID
  static let artist = "artist:"
  static let folder = "folder:"

  /// Returns the ID of a photo that is found for the first time.
  ///
  /// Half of the hash: among a billion photos, two with the same one are less likely than 1 in 10^20.
  static func id(ofDigest digest: String) -> String { prefix + digest.prefix(32) }

  /// Returns whether an ID is that of a photo that came from a file.
  static func isOne(_ id: String) -> Bool { id.hasPrefix(prefix) }

  /// Returns whether the ID of a photographer is that of a folder, which has no name of a person.
  static func isFolder(_ ownerID: String) -> Bool { ownerID.hasPrefix(folder) }

  /// Returns the title of a photo whose file has none: the name of the file.
  static func title(ofFile path: String) -> String {
    URL(filePath: path).deletingPathExtension().lastPathComponent
  }

  /// Returns the photographer of a photo whose file names none: the folder.
  static func owner(ofFile path: String) -> (id: String, name: String) {
    let parent = URL(filePath: path).deletingLastPathComponent()
    return (folder + parent.path, parent.lastPathComponent)
  }

  /// Returns the record of a photo with the values in a file; without the date of its last change.
  static func record(id: String, facts: PhotoFacts) -> PhotoRecord {
    var record = PhotoRecord(id: id)
    record.title = facts.title
    // Captions are plain text, and descriptions of Flickr have markup.
    record.description = facts.caption.map(EscapedText.encoded)
    record.ownerName = facts.artist
    record.ownerID = facts.artist.map { artist + $0 }
    record.taken = facts.taken.map { TakenDate(localTime: $0) }
    record.tags = facts.keywords.isEmpty ? nil : tags(facts.keywords)
    record.media = "photo"
    (record.latitude, record.longitude) = (facts.latitude, facts.longitude)
    return record
  }

  /// Completes the record of a photo that shows a file: what the file lacks, the photo lacks.
  static func complete(_ record: inout PhotoRecord, shownAt path: String, facts: PhotoFacts) {
    record.title = record.title ?? title(ofFile: path)
    record.description = record.description ?? ""
    if record.ownerID == nil { (record.ownerID, record.ownerName) = owner(ofFile: path) }
    record.taken = record.taken ?? changeDate(of: facts) ?? TakenDate(localTime: "", isUnknown: true)
    record.tags = record.tags ?? ""
    if record.latitude == nil { record.lacksPlace = true }
    record.renditions = [rendition(path: path, size: facts.size.map { ($0.width, $0.height) })]
  }

  /// Returns the date of the last change of a file, which says when the photo was taken only where nothing else does.
  static func changeDate(of facts: PhotoFacts) -> TakenDate? {
    facts.changed.map { TakenDate(localTime: $0) }
  }

  /// Returns the picture of a file.
  static func rendition(path: String, size: (width: Int, height: Int)?) -> Rendition {
    Rendition(
      suffix: "o", url: URL(filePath: path).absoluteString, width: size?.width, height: size?.height)
  }

  /// Returns keywords as tags, which are separated by blanks and contain none.
  private static func tags(_ keywords: [String]) -> String {
    keywords.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: "_") }.joined(separator: " ")
  }

  /// Returns the settings of the camera; `nil` if none is known.
  static func shot(of facts: PhotoFacts) -> ShotRecord? {
    var shot = ShotRecord()
    shot.camera = ShotRecord.camera(make: facts.make, model: facts.model)
    shot.lens = facts.lens
    shot.exposure = facts.exposure.map(exposure)
    shot.aperture = facts.aperture.map { ($0 * 100).rounded() / 100 }
    shot.iso = facts.iso
    shot.focalLength = facts.focalLength
    return shot == ShotRecord() ? nil : shot
  }

  /// Returns the marks in a file.
  static func marks(of facts: PhotoFacts) -> PhotoMarks {
    let rating = facts.rating ?? 0
    return PhotoMarks(
      flag: PhotoFlag(rawValue: facts.flag ?? min(0, rating)) ?? .none, stars: max(0, rating),
      label: facts.label.flatMap(ColorLabel.init(name:)) ?? .none)
  }

  /// Returns an exposure time as cameras show it: `1/250`, `0.5`, `30`.
  private static func exposure(_ seconds: Double) -> String {
    if seconds < 0.3 { return "1/\(Int((1 / seconds).rounded()))" }
    let tenths = (seconds * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
  }
}

extension Photo {
  /// A Boolean value that indicates whether the photo came from a file of the user.
  public var isOwn: Bool { OwnPhoto.isOne(flickrID) }

  /// The path of the file from which the photo came; `nil` if it came from elsewhere.
  public var filePath: String? { pictureSubject.filePath }

  /// Returns the record without the values that stand for those which its files lack; see
  /// ``OwnPhoto/complete(_:shownAt:facts:)``.
  ///
  /// - Parameter others: The files without values in the record, as those that were read since.
  func fileRecord(without others: Set<ManagedObjectID>) -> PhotoRecord {
    var record = record
    if files.allSatisfy({ $0.isUndated || others.contains($0.objectID) }) { record.taken = nil }
    if let path = filePath, record.title == OwnPhoto.title(ofFile: path) { record.title = nil }
    if record.description == "" { record.description = nil }
    if record.tags == "" { record.tags = nil }
    let owner = record.ownerID ?? ""
    if owner.isEmpty || OwnPhoto.isFolder(owner) { (record.ownerID, record.ownerName) = (nil, nil) }
    return record
  }

  /// Returns the values of the photo that can come from some of its files, without pictures; see ``fileRecord(without:)``.
  func fileValues(of files: Set<ManagedObjectID>) -> PhotoRecord {
    var record = fileRecord(without: Set(self.files.map(\.objectID)).subtracting(files))
    record.renditions = []
    return record
  }

  /// The paths of the user's other files with the same contents, in alphabetical order.
  public var copyPaths: [String] {
    guard let shown = filePath else { return [] }
    return files.filter { $0.missingSince == nil }.map(\.path).filter { $0 != shown }.sorted()
  }
}

extension Photographer {
  /// A Boolean value that indicates whether this is a folder, whose files do not name their photographer.
  public var isFolder: Bool { OwnPhoto.isFolder(ownerID) }
}
