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
    let context = try options.openForReading().context
    let request = FetchRequest<Photographer>(order: Photographer.listOrder)
    let photographers = try context.fetchBatches(request, size: 500)
    if json {
      var output = JSONArrayOutput()
      for photographer in photographers { try output.element(PhotographerOutput(photographer)) }
      try output.end()
    } else {
      var output = Output()
      for photographer in photographers {
        try output.row([photographer.name, photographer.ownerID, "\(photographer.photos.count)"])
      }
      try output.end()
    }
  }
}

/// The JSON form of a photographer in `photographers --json`.
private struct PhotographerOutput: Encodable {
  let name: String
  let ownerId: String
  let photos: Int

  init(_ photographer: Photographer) {
    name = photographer.name
    ownerId = photographer.ownerID
    photos = photographer.photos.count
  }
}
