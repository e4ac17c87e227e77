public import ObjectGraph

/// The model of the library.
public enum LibraryModel {
  /// The version of the library format; a library with a higher version is refused.
  ///
  /// Version 2 writes texts once that are displayed as they were received, and images as in ``RenditionText``; it reads
  /// those of version 1.
  public static let version = 2

  /// The name under which the version is kept in the store.
  static let application = "Proofsheet"

  /// Returns the model, which is made once.
  ///
  /// - Throws: A `ModelError` only if the declarations in this file are invalid.
  public static func shared() throws -> ManagedObjectModel { try made.get() }

  /// Begins to make in another thread what takes milliseconds, for a program that opens a library soon and lists it: the model,
  /// and the table by which text is sorted.
  public static func prepare() {
    Task.detached {
      try? made.get().prepareForOpening()
      TextFolding.prepare()
    }
  }

  /// The classes are compared with the model by a test, and not at each start.
  private static let made = Result { try make(checksClasses: false) }

  /// Makes the model.
  static func make(checksClasses: Bool) throws -> ManagedObjectModel {
    try ManagedObjectModel(
      [
        photo, photographer, shot, deletedPhoto, source, sourceProgress, savedSearch, localFile, album,
        albumEntry, look, unlikePhotos,
      ], checksClasses: checksClasses)
  }

  private static var photo: EntityDescription {
    EntityDescription(
      Photo.self,
      attributes: [
        .init(Photo.flickrID), .init(Photo.title), .init(Photo.sortTitle), .init(Photo.subtitle, default: ""),
        .init(Photo.isTitleRaw, default: false), .init(Photo.otherTitle),
        .init(Photo.isSubtitleRaw, default: false), .init(Photo.otherDescription),
        .init(Photo.uploaded), .init(Photo.taken),
        .init(Photo.takenGranularity, .integer16, default: 0), .init(Photo.tags), .init(Photo.views),
        .init(Photo.license), .init(Photo.media), .init(Photo.pathAlias), .init(Photo.lastUpdate),
        .init(Photo.latitude), .init(Photo.longitude), .init(Photo.secret), .init(Photo.server),
        .init(Photo.renditionText, default: ""), .init(Photo.pictureGoneSince), .init(Photo.goneFingerprint),
        .init(Photo.checkedAt), .init(Photo.turns, .integer16, default: 0),
        .init(Photo.flag, .integer16, default: 0), .init(Photo.stars, .integer16, default: 0),
        .init(Photo.label, .integer16, default: 0), .init(Photo.markOriginNumber, .integer16, default: 0),
        .init(Photo.markedAt),
        .init(Photo.ownPictureText),
        .init(Photo.ownTitle), .init(Photo.ownDescription), .init(Photo.addedTags), .init(Photo.removedTags),
        .init(Photo.otherTags),
      ],
      relationships: [
        .toOne(Photo.photographer, inverse: Photographer.photos, isOptional: false),
        .toMany(Photo.sources, inverse: Source.photos),
        .toMany(Photo.files, inverse: LocalFile.photo),
        .toOne(Photo.shot, inverse: Shot.photo, deleteRule: .cascade),
        .toMany(Photo.albumEntries, inverse: AlbumEntry.photo, deleteRule: .cascade),
        .toOne(Photo.look, inverse: Look.photo, deleteRule: .cascade),
      ],
      unique: [[Photo.flickrID.keyPath]],
      // Lists of all photos are read from the index of their order alone, without the rows, ties included.
      indexes: PhotoOrder.allCases.filter { $0 != .added }.map { index(of: $0.keys) },
      fullTextIndex: [Photo.title.keyPath, Photo.subtitle.keyPath, Photo.tags.keyPath])
  }

  private static var photographer: EntityDescription {
    EntityDescription(
      Photographer.self,
      attributes: [
        .init(Photographer.ownerID), .init(Photographer.name), .init(Photographer.sortName),
        .init(Photographer.initial),
      ],
      // A photographer whose last photo is deleted stays if an import inserted another photo meanwhile.
      relationships: [
        .toMany(Photographer.photos, inverse: Photo.photographer, deleteRule: .deny),
        .toMany(Photographer.albums, inverse: Album.owner),
      ],
      unique: [[Photographer.ownerID.keyPath]],
      indexes: [index(of: Photographer.listOrder)],
      fullTextIndex: [Photographer.name.keyPath])
  }

  /// Returns the index from which rows are read in an order without sorting.
  private static func index(of order: [FetchOrder]) -> [IndexElement] {
    order.map { IndexElement($0.path, ascending: $0.ascending) }
  }

  private static var shot: EntityDescription {
    EntityDescription(
      Shot.self,
      attributes: [
        .init(Shot.camera), .init(Shot.lens), .init(Shot.exposure), .init(Shot.aperture), .init(Shot.iso),
        .init(Shot.focalLength), .init(Shot.fetchedAt),
      ],
      relationships: [.toOne(Shot.photo, inverse: Photo.shot)],
      indexes: [[IndexElement(Shot.camera.keyPath)], [IndexElement(Shot.lens.keyPath)]])
  }

  private static var look: EntityDescription {
    EntityDescription(
      Look.self,
      attributes: [
        .init(Look.bytes), .init(Look.hue), .init(Look.stack), .init(Look.place), .init(Look.stackSize),
        .init(Look.reasonNumber), .init(Look.versionText),
      ],
      relationships: [.toOne(Look.photo, inverse: Photo.look)],
      indexes: [[IndexElement(Look.stack.keyPath)]])
  }

  private static var unlikePhotos: EntityDescription {
    EntityDescription(UnlikePhotos.self, attributes: [.init(UnlikePhotos.ids)])
  }

  private static var deletedPhoto: EntityDescription {
    EntityDescription(
      DeletedPhoto.self,
      attributes: [
        .init(DeletedPhoto.flickrID), .init(DeletedPhoto.deletedAt), .init(DeletedPhoto.record),
        .init(DeletedPhoto.sourceText), .init(DeletedPhoto.own), .init(DeletedPhoto.albums),
        .init(DeletedPhoto.trashed),
      ],
      unique: [[DeletedPhoto.flickrID.keyPath]])
  }

  private static var source: EntityDescription {
    EntityDescription(
      Source.self, attributes: [.init(Source.name)],
      relationships: [.toMany(Source.photos, inverse: Photo.sources)], unique: [[Source.name.keyPath]])
  }

  private static var sourceProgress: EntityDescription {
    EntityDescription(
      SourceProgress.self,
      attributes: [
        .init(SourceProgress.source), .init(SourceProgress.nextPage, default: 1),
        .init(SourceProgress.windows), .init(SourceProgress.resume), .init(SourceProgress.fetchedAt),
        .init(SourceProgress.newestBefore), .init(SourceProgress.insertedAt), .init(SourceProgress.mounts),
      ],
      unique: [[SourceProgress.source.keyPath]])
  }

  private static var localFile: EntityDescription {
    EntityDescription(
      LocalFile.self,
      attributes: [
        .init(LocalFile.folder), .init(LocalFile.name), .init(LocalFile.size, default: 0),
        .init(LocalFile.changed, default: 0), .init(LocalFile.sidecarChanged, default: 0),
        .init(LocalFile.digest, default: ""), .init(LocalFile.isUndated, default: false),
        .init(LocalFile.photoID, default: ""), .init(LocalFile.missingSince),
      ],
      relationships: [.toOne(LocalFile.photo, inverse: Photo.files)],
      unique: [[LocalFile.folder.keyPath, LocalFile.name.keyPath]],
      indexes: [[IndexElement(LocalFile.digest.keyPath)], [IndexElement(LocalFile.photoID.keyPath)]])
  }

  private static var savedSearch: EntityDescription {
    EntityDescription(
      SavedSearch.self, attributes: [.init(SavedSearch.name), .init(SavedSearch.text)],
      unique: [[SavedSearch.name.keyPath]])
  }

  private static var album: EntityDescription {
    EntityDescription(
      Album.self,
      attributes: [
        .init(Album.identifier), .init(Album.kindNumber, .integer16, default: 0), .init(Album.title),
        .init(Album.about, default: ""), .init(Album.isFetched, default: false),
      ],
      relationships: [
        .toOne(Album.owner, inverse: Photographer.albums),
        .toOne(Album.cover, inverse: AlbumEntry.coverOf),
        .toMany(Album.entries, inverse: AlbumEntry.album, deleteRule: .cascade),
      ],
      unique: [[Album.identifier.keyPath]])
  }

  private static var albumEntry: EntityDescription {
    EntityDescription(
      AlbumEntry.self, attributes: [.init(AlbumEntry.position, default: 0)],
      relationships: [
        .toOne(AlbumEntry.album, inverse: Album.entries, isOptional: false),
        .toOne(AlbumEntry.photo, inverse: Photo.albumEntries, isOptional: false),
        .toOne(AlbumEntry.coverOf, inverse: Album.cover),
      ],
      // A photo is in an album once, also when two programs add it at the same time.
      unique: [[AlbumEntry.album.keyPath, AlbumEntry.photo.keyPath]],
      indexes: [[IndexElement(AlbumEntry.album.keyPath), IndexElement(AlbumEntry.position.keyPath)]])
  }
}
