public import ObjectGraph

/// The model of the library.
public enum LibraryModel {
  /// The version of the library format; a library with a higher version is refused.
  public static let version = 1

  /// Creates the model.
  ///
  /// - Throws: A `ModelError` only if the declarations in this file are invalid.
  public static func make() throws -> ManagedObjectModel {
    try ManagedObjectModel([photo, photographer, deletedPhoto, source, sourceProgress])
  }

  private static var photo: EntityDescription {
    EntityDescription(
      Photo.self,
      attributes: [
        .init("flickrID", .string), .init("title", .string), .init("sortTitle", .string),
        .init("subtitle", .string, default: .string("")), .init("rawTitle", .string, isOptional: true),
        .init("rawDescription", .string, isOptional: true), .init("uploaded", .date, isOptional: true),
        .init("taken", .string, isOptional: true),
        .init("takenGranularity", .integer16, default: .integer(0)),
        .init("tags", .string, isOptional: true), .init("views", .integer64, isOptional: true),
        .init("license", .string, isOptional: true), .init("media", .string, isOptional: true),
        .init("pathAlias", .string, isOptional: true), .init("lastUpdate", .date, isOptional: true),
        .init("latitude", .double, isOptional: true), .init("longitude", .double, isOptional: true),
        .init("secret", .string, isOptional: true), .init("server", .string, isOptional: true),
        .init("renditions", .string, default: .string("")),
        .init("pictureGoneSince", .date, isOptional: true),
        .init("goneFingerprint", .integer64, isOptional: true),
        .init("checkedAt", .date, isOptional: true),
      ],
      relationships: [
        .toOne("photographer", "Photographer", inverse: "photos", isOptional: false, deleteRule: .nullify),
        .toMany("sources", "Source", inverse: "photos"),
      ],
      unique: [["flickrID"]])
  }

  private static var photographer: EntityDescription {
    EntityDescription(
      Photographer.self,
      attributes: [
        .init("ownerID", .string), .init("name", .string), .init("sortName", .string),
        .init("initial", .string),
      ],
      // A photographer whose last photo is deleted stays if an import inserted another photo meanwhile.
      relationships: [.toMany("photos", "Photo", inverse: "photographer", deleteRule: .deny)],
      unique: [["ownerID"]], indexes: [["initial", "sortName"]])
  }

  private static var deletedPhoto: EntityDescription {
    EntityDescription(
      DeletedPhoto.self,
      attributes: [
        .init("flickrID", .string), .init("deletedAt", .date), .init("record", .binary),
        .init("sources", .string, isOptional: true),
      ],
      unique: [["flickrID"]])
  }

  private static var source: EntityDescription {
    EntityDescription(
      Source.self, attributes: [.init("name", .string)],
      relationships: [.toMany("photos", "Photo", inverse: "sources")], unique: [["name"]])
  }

  private static var sourceProgress: EntityDescription {
    EntityDescription(
      SourceProgress.self,
      attributes: [
        .init("source", .string), .init("nextPage", .integer64, default: .integer(1)),
        .init("windows", .string, isOptional: true), .init("resume", .string, isOptional: true),
      ],
      unique: [["source"]])
  }
}
