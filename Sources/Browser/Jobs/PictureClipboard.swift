import Foundation

/// The clipboard of the desktop, into which pictures are copied by a program of the desktop.
enum PictureClipboard {
  /// There is no program that copies pictures.
  struct Unavailable: Error, CustomStringConvertible {
    let description =
      "No program copies pictures: install wl-clipboard or xclip. Over SSH, copy the link instead."
  }

  /// Copies a file.
  ///
  /// - Throws: ``Unavailable``, and the errors of the system.
  static func copy(file: String) throws {
    let type = file.hasSuffix(".png") ? "image/png" : file.hasSuffix(".gif") ? "image/gif" : "image/jpeg"
    let environment = ProcessInfo.processInfo.environment
    let hasWayland = environment["WAYLAND_DISPLAY"]?.isEmpty == false && OtherProgram.isInstalled("wl-copy")
    let hasX = environment["DISPLAY"]?.isEmpty == false && OtherProgram.isInstalled("xclip")
    guard hasWayland || hasX else { throw Unavailable() }
    let arguments =
      hasWayland
      ? ["wl-copy", "--type", type] : ["xclip", "-selection", "clipboard", "-t", type, "-i", file]
    try OtherProgram.start(arguments, input: hasWayland ? file : nil)
  }
}
