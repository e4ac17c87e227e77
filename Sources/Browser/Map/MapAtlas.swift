import Foundation
import WorldMap

/// The coasts, borders and names of the map, which are data files of the program.
nonisolated struct MapAtlas: Sendable {
  /// The lines; empty if they could not be read.
  let outline: MapOutline
  /// The places with names.
  let places: MapPlaces

  /// Without lines and names.
  static let empty = MapAtlas(outline: MapOutline(), places: MapPlaces(""))

  /// The reason why the files cannot be used.
  struct Fault: Error, CustomStringConvertible {
    let description: String

    init(_ object: String, _ reason: String) {
      description =
        "Cannot read \(object): \(reason). The map shows photos without coasts. Install the program again."
    }
  }

  /// Reads the files of a folder.
  ///
  /// - Throws: ``Fault``.
  @concurrent static func load(from folder: URL?) async throws -> MapAtlas {
    guard let folder else { throw Fault("the world map", "it is not beside the program") }
    let file = folder.appending(path: "outline.txt")
    do {
      return MapAtlas(
        outline: try MapOutline(String(contentsOf: file, encoding: .utf8)),
        places: MapPlaces(
          try String(contentsOf: folder.appending(path: "places.txt"), encoding: .utf8)))
    } catch let fault as MapOutline.Fault {
      throw Fault(file.path, "\(fault)")
    } catch {
      throw Fault("the world map in \(folder.path)", error.localizedDescription)
    }
  }

  /// Returns where a point is in words: by a place with a name, else by its coordinates.
  func name(of point: GeoPoint) -> String { places.description(of: point) ?? point.description }
}
