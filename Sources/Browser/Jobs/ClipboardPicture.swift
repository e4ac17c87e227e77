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

  /// The program that copies the picture on this desktop, with the file that it reads from; `nil` if there is none.
  var program: (arguments: [String], input: String?)? {
    let environment = ProcessInfo.processInfo.environment
    func has(_ variable: String, _ program: String) -> Bool {
      environment[variable]?.isEmpty == false && OtherProgram.isInstalled(program)
    }
    if has("WAYLAND_DISPLAY", "wl-copy") { return (["wl-copy", "--type", type], file) }
    if has("DISPLAY", "xclip") {
      return (["xclip", "-selection", "clipboard", "-t", type, "-i", file], nil)
    }
    return nil
  }
}
