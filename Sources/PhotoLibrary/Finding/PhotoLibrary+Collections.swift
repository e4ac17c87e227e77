import Flickr
import Foundation
public import ObjectGraph
import PhotoFiles
import Transfer

extension PhotoLibrary {
  /// Returns the names of the sources of photos, in alphabetical order.
  ///
  /// - Throws: Errors of the store.
  public func sourceNames() throws -> [String] {
    try context.fetch(FetchRequest<Source>(order: Source.listOrder)).map(\.name)
  }

  /// Returns the name of the source that was refreshed last; `nil` if there is none.
  ///
  /// The sample roll is left out, and so are addresses with a key or a password, which the library does not keep.
  ///
  /// - Throws: Errors of the store.
  public func lastSourceName() throws -> String? {
    let sample = LibrarySource.pages(.sample).description
    let request = FetchRequest<SourceProgress>(
      where: SourceProgress.fetchedAt != nil && SourceProgress.source != sample,
      order: [FetchOrder(SourceProgress.fetchedAt, ascending: false)])
    let names = try context.fetch(request).map(\.source) + sourceNames().filter { $0 != sample }
    return names.first { !Self.lacksSecret($0) }
  }

  private static func lacksSecret(_ source: String) -> Bool {
    guard case .pages(.address(let url)) = try? LibrarySource(parsing: source) else { return false }
    return url.isRedacted
  }

  /// Returns the sources of photos, in alphabetical order; reads in the background.
  ///
  /// - Throws: Errors of the store.
  /// - Complexity: O(*n*) in the number of photos.
  public func importedSources() async throws -> [ImportedSource] {
    let model = context.model
    let progress = FetchRequest<SourceProgress>().query(in: model)
    let paths = [SourceProgress.source.keyPath, SourceProgress.fetchedAt.keyPath]
    return try await container.coordinator.readCancellably { reader in
      var times: [ExactText: Date] = [:]
      try reader.forEach(progress, paths: paths) { _, found in
        if case .string(let source) = found[0], case .date(let time) = found[1] {
          times[ExactText(source)] = time
        }
      }
      return try reader.photoCounts(of: reader.sources(in: model), nil, in: model)
        .map { (name: ExactText($0.text), count: $0.count) }.sorted { $0.name < $1.name }
        .map { ImportedSource(name: $0.text, photoCount: $1, fetchedAt: times[$0]) }
    }
  }

  /// Returns a predicate for the photos of a source.
  ///
  /// - Throws: Errors of the store.
  public func photos(ofSource name: String) throws -> FetchPredicate {
    // The index of the relationship finds the photos of an ID; a condition on names would look at every photo.
    try context.fetchIDs(FetchRequest<Source>(where: Source.name == name)).first.map(Photo.imported)
      ?? Photo.imported(fromSourceNamed: name)
  }

  /// Returns a predicate for the photos that the last refresh inserted, of all that inserted some; `nil` if none is known.
  ///
  /// - Throws: Errors of the store.
  public func photosOfLastRefresh() throws -> FetchPredicate? {
    let order = [FetchOrder(SourceProgress.insertedAt, ascending: false)]
    let request = FetchRequest<SourceProgress>(
      where: SourceProgress.insertedAt != nil, order: order, limit: 1)
    guard let key = try context.fetch(request).first?.newestBefore else { return nil }
    return .inserted(after: photoID(Int64(key)))
  }

  /// Returns the photo that came to the library last.
  ///
  /// - Throws: Errors of the store.
  public func newestPhoto() throws -> ManagedObjectID? { try Photo.newest(in: context) }

  private func photoID(_ key: Int64) -> ManagedObjectID {
    ManagedObjectID(
      entity: context.model.number(of: Photo.self), key: key, in: container.coordinator.identity)
  }
}

extension Photo {
  /// Returns the photo that came last.
  static func newest(in context: ManagedObjectContext) throws -> ManagedObjectID? {
    try context.fetchIDs(FetchRequest<Photo>(order: [.inserted(ascending: false)], limit: 1)).first
  }

  /// Returns a predicate for the photos of a source that may not be in the library yet.
  static func imported(fromSourceNamed name: String) -> FetchPredicate {
    .comparison(.init("sources.name", .equal, .value(.string(name)), quantifier: .any))
  }

  /// Returns a predicate for the photos whose pictures are known to be gone.
  public static var withoutPicture: FetchPredicate { pictureGoneSince != nil }
}
