import Foundation
import Pictures

/// Reads commands of kitty's graphics protocol.
struct KittyCommand {
  let keys: [String: String]
  let payload: String

  struct Malformed: Error {}

  /// One command, from `ESC _ G` to `ESC \`.
  init(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("\u{1B}_G"), text.hasSuffix("\u{1B}\\") else { throw Malformed() }
    let parts = text.dropFirst(3).dropLast(2).split(separator: ";", omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count <= 2 else { throw Malformed() }
    keys = try first.split(separator: ",").reduce(into: [:]) { keys, pair in
      let sides = pair.split(separator: "=")
      guard sides.count == 2, keys.updateValue(String(sides[1]), forKey: String(sides[0])) == nil else {
        throw Malformed()
      }
    }
    payload = parts.count == 2 ? String(parts[1]) : ""
  }

  /// The image that a transmission in several commands carries.
  static func image(of commands: [[UInt8]]) throws -> Bitmap {
    let commands = try commands.map(KittyCommand.init)
    let joined = commands.map(\.payload).joined()
    guard let data = Data(base64Encoded: joined) else { throw Malformed() }
    return try PictureDecoder.decode([UInt8](data)).bitmap
  }
}
