import Foundation

/// A picture file that is copied into a clipboard: by a program of the desktop, or by the terminal.
struct ClipboardPicture {
  /// No program and no terminal copies pictures.
  struct Unavailable: Error, CustomStringConvertible {
    let description =
      "No program copies pictures, nor does this terminal: install wl-clipboard or xclip. Over SSH, copy the link instead."
  }

  /// The path of the file.
  let file: String

  /// The MIME type of the picture.
  var type: String {
    switch URL(filePath: file).pathExtension.lowercased() {
    case "png": "image/png"
    case "gif": "image/gif"
    case "webp": "image/webp"
    default: "image/jpeg"
    }
  }

  /// Returns the bytes of the file, read in the background.
  @concurrent nonisolated func data() async throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: file)))
  }
}
