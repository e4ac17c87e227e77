import Foundation
import TOMLKit

/// The settings of a configuration file, in TOML.
struct Configuration: Decodable {
  /// Where photos come from.
  var source: String?
  /// The folder of the library.
  var library: String?
  /// The base address of Flickr's services.
  var endpoint: String?
  /// Whether there are colours: `auto`, `always` or `never`.
  var color: String?
  /// Whether the mouse is used.
  var mouse: Bool?

  private static let names = ["source", "library", "endpoint", "color", "mouse"]

  /// No settings.
  init() {}

  /// Reads a file.
  ///
  /// Throws one sentence that names the file, and the line where that is known.
  init(file: URL) throws {
    let text: String
    do {
      text = try String(contentsOf: file, encoding: .utf8)
    } catch {
      throw Failure("The configuration \(file.path) cannot be read.")
    }
    do {
      let table = try TOMLTable(string: text)
      if let unknown = table.keys.first(where: { !Self.names.contains($0) }) {
        throw Failure("The configuration \(file.path) has no setting “\(unknown)”; there are: \(Self.list).")
      }
      self = try TOMLDecoder().decode(Configuration.self, from: table)
    } catch let error as TOMLParseError {
      throw Failure(
        "The configuration \(file.path) is not TOML: line \(error.source.begin.line): \(error.description)")
    } catch is DecodingError {
      throw Failure("The configuration \(file.path) has a value of the wrong kind; there are: \(Self.list).")
    }
    if let color, !["auto", "always", "never"].contains(color) {
      throw Failure("The configuration \(file.path) says color “\(color)”; it can be auto, always or never.")
    }
  }

  private static var list: String { names.joined(separator: ", ") }
}
