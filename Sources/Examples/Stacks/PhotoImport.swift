import ObjectGraph

/// A photo as the answer of a server describes it.
struct PhotoRecord: Sendable {
  var unique: String
  var title: String
  var photographer: String

  /// Made-up photos: of each photographer, three or so.
  static func some(_ count: Int) -> [PhotoRecord] {
    (0..<count).map { number in
      PhotoRecord(
        unique: "photo-\(number)", title: "Roll \(number / 36 + 1), frame \(number % 36 + 1)",
        photographer: "Photographer \(number * 7 % max(1, count / 3))")
    }
  }
}

/// Photos and photographers, neither of which may be there twice.
enum PhotoModel {
  final class Photo: ManagedObject {
    static let unique = Property<Photo, String>("unique")

    @Attribute("unique") var unique: String
    @Attribute("title") var title: String
    @ToOne("whoTook") var whoTook: Photographer?
  }

  final class Photographer: ManagedObject {
    static let name = Property<Photographer, String>("name")

    @Attribute("name") var name: String
    @ToMany("photos") var photos: ObjectSet<Photo>
  }

  static func make() throws -> ManagedObjectModel {
    try ManagedObjectModel([
      EntityDescription(
        Photo.self, attributes: [.init("unique", .string), .init("title", .string)],
        relationships: [.toOne("whoTook", "Photographer", inverse: "photos")], unique: [["unique"]]),
      EntityDescription(
        Photographer.self, attributes: [.init("name", .string)],
        relationships: [.toMany("photos", "Photo", inverse: "whoTook")], unique: [["name"]]),
    ])
  }
}

extension ManagedObjectContext {
  /// Makes an object of every photo, and leaves it to the merge policy what becomes of those that are there already;
  /// or, with `onlyNew`, looks first which are there, and makes the others.
  func makePhotos(_ records: [PhotoRecord], onlyNew: Bool) throws {
    let records = onlyNew ? try newPhotos(among: records) : records
    guard !records.isEmpty else { return }
    var photographers = onlyNew ? try self.photographers(of: records) : [:]
    for record in records {
      let photographer = try photographers[record.photographer] ?? insert(PhotoModel.Photographer.self)
      photographer.name = record.photographer
      photographers[record.photographer] = photographer
      let photo = try insert(PhotoModel.Photo.self)
      (photo.unique, photo.title, photo.whoTook) = (record.unique, record.title, photographer)
    }
  }

  /// Reads nothing but which ids are stored, and takes those away.
  private func newPhotos(among records: [PhotoRecord]) throws -> [PhotoRecord] {
    let ids = DictionaryRequest<PhotoModel.Photo>(
      [FetchedColumn("unique")], where: PhotoModel.Photo.unique.isIn(records.map(\.unique)))
    let stored = Set(try fetchDictionaries(ids).compactMap { $0["unique"] })
    return records.filter { !stored.contains(.string($0.unique)) }
  }

  private func photographers(of records: [PhotoRecord]) throws -> [String: PhotoModel.Photographer] {
    let isOneOf = PhotoModel.Photographer.name.isIn(Set(records.map(\.photographer)).sorted())
    let known = try fetch(FetchRequest<PhotoModel.Photographer>(where: isOneOf))
    return Dictionary(known.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
