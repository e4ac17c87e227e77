import Foundation
import WorldMap

/// The coasts, borders and names of the map, which are data files of the program.
nonisolated struct MapAtlas: Sendable {
  /// The lines; empty if they could not be read.
  let outline: MapOutline
  /// The towns that give places their names.
  let towns: Towns

  /// Without lines and names.
  static let empty = MapAtlas(outline: MapOutline(), towns: Towns())

  /// The reason why the files cannot be used.
  struct Fault: Error, CustomStringConvertible {
    let description: String

    init(_ object: String, _ reason: String) {
      description =
        "Cannot read \(object): \(reason). The map shows photos without coasts. Install the program again."
    }
  }

  /// Reads the lines of a folder, and the towns of a gazetteer.
  ///
  /// - Throws: ``Fault``.
  @concurrent static func load(from folder: URL?, _ gazetteer: Gazetteer) async throws -> MapAtlas {
    guard let folder else { throw Fault("the world map", "it is not beside the program") }
    let file = folder.appending(path: "outline.txt")
    do {
      return MapAtlas(
        outline: try MapOutline(String(contentsOf: file, encoding: .utf8)),
        towns: try await gazetteer.load())
    } catch let fault as MapOutline.Fault {
      throw Fault(file.path, "\(fault)")
    } catch {
      throw Fault("the world map in \(folder.path)", error.localizedDescription)
    }
  }

  /// Returns where the middle of some photos is in words: by a town, else by its coordinates.
  ///
  /// - Parameters:
  ///   - point: The middle.
  ///   - distance: The distance in kilometers up to which photos may be from it.
  func name(of point: GeoPoint, within distance: Double) -> String {
    towns.place(of: point, within: min(max(5, distance), 15))?.description ?? point.description
  }
}
