import Foundation
import Terminal

/// The clipboard of the desktop on which the browser runs, by the program that fills it.
enum DesktopClipboard {
  /// `wl-copy`, of a Wayland desktop.
  case wayland
  /// `xclip`, of an X11 desktop.
  case x11

  /// Finds the clipboard; `nil` without a desktop, or without its program.
  init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
    func has(_ variable: String, _ program: String) -> Bool {
      environment[variable]?.isEmpty == false && OtherProgram.isInstalled(program)
    }
    if has("WAYLAND_DISPLAY", "wl-copy") {
      self = .wayland
    } else if has("DISPLAY", "xclip") {
      self = .x11
    } else {
      return nil
    }
  }

  /// The clipboard of the desktop at which the user sits; `nil` also over SSH, where the user sits at another one.
  static var ofUser: DesktopClipboard? {
    let environment = ProcessInfo.processInfo.environment
    guard environment["SSH_CONNECTION", default: ""].isEmpty else { return nil }
    return DesktopClipboard(environment: environment)
  }

  /// Copies a picture.
  ///
  /// - Throws: The errors of ``OtherProgram``.
  func copy(_ picture: ClipboardPicture) throws {
    switch self {
    case .wayland:
      let input = try OtherProgram.input(file: picture.file)
      try OtherProgram.start(["wl-copy", "--type", picture.type], input: input)
    case .x11:
      try OtherProgram.start(["xclip", "-selection", "clipboard", "-t", picture.type, "-i", picture.file])
    }
  }

  /// Copies lines of text, each without line breaks and controls.
  ///
  /// - Throws: The errors of ``OtherProgram``.
  func copy(lines: [String]) throws {
    let text = lines.map { SafeText.singleLine($0) }.joined(separator: "\n")
    let program =
      switch self {
      case .wayland: ["wl-copy", "--type", "text/plain"]
      case .x11: ["xclip", "-selection", "clipboard"]
      }
    try OtherProgram.start(program, input: try OtherProgram.input(text: text))
  }
}
