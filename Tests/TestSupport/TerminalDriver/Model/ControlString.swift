internal import Foundation

extension TerminalModel {
  /// A string that a program sends to the terminal and not to the screen.
  public struct ControlString: Sendable, Equatable {
    /// What introduces the string; the raw value is the character after ESC.
    public enum Kind: Unicode.Scalar, Sendable {
      /// Operating system command: titles, links, the clipboard.
      case osc = "]"
      /// Device control string: sixels, questions, tmux's pass-through.
      case dcs = "P"
      /// Application program command: kitty's pictures.
      case apc = "_"
      /// Privacy message.
      case pm = "^"
      /// Start of string.
      case sos = "X"
      /// The title of a window of `screen`.
      case screenTitle = "k"
    }

    /// What introduced the string.
    public let kind: Kind
    /// What stood between the introducer and the end.
    public let body: String

    /// A string by its introducer and body.
    public init(kind: Kind, body: String) {
      self.kind = kind
      self.body = body
    }
  }

  /// Records a string and does what it asks for.
  mutating func take(_ string: ControlString) {
    strings.append(string)
    if takePicture(string) { return }
    answer(string)
    guard string.kind == .osc, let semicolon = string.body.firstIndex(of: ";") else { return }
    let rest = String(string.body[string.body.index(after: semicolon)...])
    switch string.body[..<semicolon] {
    case "0", "2": title = rest
    case "8": takeLink(rest)
    case "52": takeClipboard(rest)
    default: break
    }
  }

  /// Takes what is for pictures or for the terminal around tmux; false for anything else.
  private mutating func takePicture(_ string: ControlString) -> Bool {
    switch string.kind {
    case .dcs where persona.isTmux && string.body.hasPrefix("tmux;"):
      if persona.passesThrough { passThrough(String(string.body.dropFirst(5))) }
    case .apc where persona.isTmux && !isPassedThrough:
      // To tmux it is the title of a pane.
      title = string.body
    case .apc where string.body.first == "G": takeKitty(string.body.dropFirst())
    case .dcs where string.body.prefix(while: { $0.isNumber || $0 == ";" || $0 == "q" }).last == "q":
      drawSixel(string.body)
    case .osc where string.body.hasPrefix("1337;File="): drawFile(string.body.dropFirst(10))
    default: return false
    }
    return true
  }

  private mutating func passThrough(_ text: String) {
    isPassedThrough = true
    takePassedThrough(text)
    isPassedThrough = false
  }

  /// `parameters;target`, an empty target ends the link.
  private mutating func takeLink(_ rest: String) {
    let target = rest.drop { $0 != ";" }.dropFirst()
    if !target.isEmpty { links.append(String(target)) }
  }

  /// `selection;base64`; a question mark asks for the contents, which a terminal does not tell.
  private mutating func takeClipboard(_ rest: String) {
    let encoded = String(rest.drop { $0 != ";" }.dropFirst())
    guard let data = Data(base64Encoded: encoded) else { return }
    clipboard.append(String(decoding: data, as: UTF8.self))
  }
}
