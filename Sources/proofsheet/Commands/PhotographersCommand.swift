import ArgumentParser
import ObjectGraph
import PhotoLibrary

/// Lists photographers.
struct PhotographersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "photographers",
    abstract: "List the photographers: name, ID and number of photos, separated by tabs."
  )
  .parsedAlone

  @OptionGroup var options: LibraryOptions
  @Flag(help: "Print a JSON array.") var json = false

  @MainActor
  func run() async throws {
    let library = try options.openForReading()
    let request = FetchRequest<Photographer>(order: Photographer.listOrder)
    let parts = try library.context.fetchIDs(request).readingParts
    if json {
      var output = JSONArrayOutput()
      for part in parts {
        for row in try await Self.read(part, in: library) { try output.element(row) }
      }
      try output.end()
    } else {
      var output = Output()
      for part in parts {
        for row in try await Self.read(part, in: library) {
          try output.row([row.name, row.ownerId, "\(row.photos)"])
        }
      }
      try output.end()
    }
  }

  /// Reads photographers and the numbers of their photos.
  @MainActor
  private static func read(
    _ ids: ArraySlice<ManagedObjectID>, in library: PhotoLibrary
  ) async throws -> [PhotographerOutput] {
    let model = library.context.model
    let counts = try await library.container.coordinator.readCancellably { reader in
      try Photographer.photoCounts(of: Array(ids), in: model, reader: reader)
    }
    return try library.context.fetchOrdered(Photographer.self, ids).map {
      PhotographerOutput($0, photos: counts[$0.objectID] ?? 0)
    }
  }
}

/// The JSON form of a photographer in `photographers --json`.
private struct PhotographerOutput: Encodable {
  let name: String
  let ownerId: String
  let photos: Int

  init(_ photographer: Photographer, photos: Int) {
    name = photographer.name
    ownerId = photographer.ownerID
    self.photos = photos
  }
}
