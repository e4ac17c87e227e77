import FileTrash
import Flickr
public import Foundation
public import ObjectGraph

/// The record of a deleted photo, which prevents the next refresh from importing it again, and from which
/// it can be restored.
public final class DeletedPhoto: ManagedObject {
  /// Flickr's ID of the photo.
  @Attribute(DeletedPhoto.flickrID) public var flickrID: String
  /// The date of the deletion.
  @Attribute(DeletedPhoto.deletedAt) public var deletedAt: Date
  /// The photo's record as JSON, with the rest of its ``DeletedValues``.
  @Attribute(DeletedPhoto.record) public var record: Data
  /// The names of the sources of the photo, one a line; as JSON if one of them has several lines, as paths can.
  @Attribute(DeletedPhoto.sourceText) var sourceText: String?

  /// The photo's ``OwnValues`` as JSON; `nil` if the user gave none to it.
  @Attribute(DeletedPhoto.own) var own: Data?

  /// The places of the photo in albums as JSON, an array of ``AlbumPlace``; `nil` if it was in none.
  @Attribute(DeletedPhoto.albums) var albums: Data?

  /// The files of the photo in the trash, as JSON; `nil` if they were not moved there.
  @Attribute(DeletedPhoto.trashed) var trashed: Data?

  /// The sort order of lists of deleted photos: the one that was deleted last first.
  public static let listOrder = [FetchOrder(deletedAt, ascending: false)]

  /// A Boolean value that indicates whether the files of the photo were moved to the trash with it.
  public var isTrashed: Bool { trashed != nil }

  /// Returns the files of the photo in the trash.
  ///
  /// - Throws: A `DecodingError` if another program has written something else.
  func trashedFiles() throws -> [TrashedFile] {
    try trashed.map { try JSONDecoder().decode([TrashedFile].self, from: $0) } ?? []
  }

  /// Returns the values that the user gave to the photo.
  ///
  /// - Throws: A `DecodingError` if another program has written something else.
  func ownValues() throws -> OwnValues {
    try own.map { try JSONDecoder().decode(OwnValues.self, from: $0) } ?? OwnValues()
  }

  /// Returns the places of the photo in albums.
  ///
  /// - Throws: A `DecodingError` if another program has written something else.
  func albumPlaces() throws -> [AlbumPlace] {
    try albums.map { try JSONDecoder().decode([AlbumPlace].self, from: $0) } ?? []
  }

  /// Returns the photo's record, and the other values that it had.
  ///
  /// - Throws: A `DecodingError` if another program has written something else.
  func values() throws -> DeletedValues { try JSONDecoder().decode(DeletedValues.self, from: record) }

  /// The title of the photo; empty if another program has written something else than its values.
  public var title: String { (try? ownValues())?.shownTitle ?? (try? values())?.record.displayTitle ?? "" }

  /// The name of the photographer; `nil` if it is not known.
  public var photographerName: String? { (try? values())?.record.ownerName }

  /// The names of the sources of the photo.
  public var sourceNames: [String] { Self.sourceNames(in: sourceText) }

  /// Returns the names of sources by their stored form.
  static func sourceNames(in text: String?) -> [String] {
    guard let text else { return [] }
    // No name begins with a bracket.
    if text.hasPrefix("["), let names = try? JSONDecoder().decode([String].self, from: Data(text.utf8)) {
      return names
    }
    return text.utf8.split(separator: lineFeed).map { String(Substring($0)) }
  }

  /// Returns the stored form of names of sources.
  static func sourceText(of names: [String]) -> String {
    guard names.contains(where: { $0.utf8.contains(lineFeed) }), let json = try? JSONEncoder().encode(names)
    else { return names.joined(separator: "\n") }
    return String(decoding: json, as: UTF8.self)
  }

  private static let lineFeed = UInt8(ascii: "\n")
}

/// The names and types, for the model, the accessors and requests.
extension DeletedPhoto {
  static let flickrID = Property<DeletedPhoto, String>("flickrID")
  static let deletedAt = Property<DeletedPhoto, Date>("deletedAt")
  static let record = Property<DeletedPhoto, Data>("record")
  static let own = Property<DeletedPhoto, Data?>("ownValues")
  static let albums = Property<DeletedPhoto, Data?>("albums")
  static let trashed = Property<DeletedPhoto, Data?>("trashedFiles")
  static let sourceText = Property<DeletedPhoto, String?>("sources")
}
