internal import Foundation

extension TerminalModel {
  /// A string that a program sends to the terminal rather than to the screen.
  public struct ControlString: Sendable, Equatable {
    /// The introducer of the string; the raw value is the character after ESC.
    public enum Kind: Unicode.Scalar, Sendable {
      /// Operating system command: titles, links, the clipboard.
      case osc = "]"
      /// Device control string: sixels, queries, tmux's passthrough.
      case dcs = "P"
      /// Application program command: kitty's pictures.
      case apc = "_"
      /// Privacy message.
      case pm = "^"
      /// Start of string.
      case sos = "X"
      /// The window title of `screen`.
      case screenTitle = "k"
    }

    /// The introducer of the string.
    public let kind: Kind
    /// The text between the introducer and the terminator.
    public let body: String

    /// Creates a string with an introducer and a body.
    public init(kind: Kind, body: String) {
      self.kind = kind
      self.body = body
    }
  }

  /// Records a string and executes it.
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
    case "5522": takeClipboardData(rest)
    default: break
    }
  }

  /// Executes a string for pictures or for the terminal around tmux, and returns `false` for other strings.
  private mutating func takePicture(_ string: ControlString) -> Bool {
    switch string.kind {
    case .dcs where persona.isTmux && string.body.hasPrefix("tmux;"):
      if persona.passesThrough, !drops(string.body) { passThrough(String(string.body.dropFirst(5))) }
    case .apc where persona.isTmux && !isPassedThrough:
      // For tmux, it is the title of a pane.
      title = string.body
    case .apc where string.body.first == "G": takeKitty(string.body.dropFirst())
    case .dcs where string.body.prefix(while: { $0.isNumber || $0 == ";" || $0 == "q" }).last == "q":
      drawSixel(string.body)
    case .osc where string.body.hasPrefix("1337;File="): drawFile(string.body.dropFirst(10))
    default: return false
    }
    return true
  }

  private mutating func drops(_ body: String) -> Bool {
    isDropping = persona.droppedPassages > 0 && (isDropping || body.contains("a=d,d=I"))
    if isDropping { persona.droppedPassages -= 1 }
    return isDropping
  }

  private mutating func passThrough(_ text: String) {
    isPassedThrough = true
    takePassedThrough(text)
    isPassedThrough = false
  }

  /// Records the target of `parameters;target`; an empty target ends the link.
  private mutating func takeLink(_ rest: String) {
    let target = rest.drop { $0 != ";" }.dropFirst()
    if !target.isEmpty { links.append(String(target)) }
  }

  /// Records packets of `metadata;base64`, and responds to the last one.
  ///
  /// The protocol is kitty's, https://sw.kovidgoyal.net/kitty/clipboard/.
  private mutating func takeClipboardData(_ rest: String) {
    guard let status = persona.clipboardStatus else { return }
    let parts = rest.split(separator: ";", maxSplits: 1)
    switch parts.first {
    case let metadata? where metadata.hasPrefix("type=write"):
      (clipboardData, clipboardID) = ([:], String(metadata.dropFirst(10)))
    case "type=wdata": reply("\u{1B}]5522;type=write:status=\(status)\(clipboardID)\u{1B}\\")
    case let metadata?:
      guard metadata.hasPrefix("type=wdata:mime="),
        let type = Data(base64Encoded: String(metadata.dropFirst(16))),
        let data = parts.dropFirst().first.flatMap({ Data(base64Encoded: String($0)) }), data.count <= 4096
      else { return reply("\u{1B}]5522;type=write:status=EINVAL\(clipboardID)\u{1B}\\") }
      if status == "DONE" { clipboardData[String(decoding: type, as: UTF8.self), default: []] += data }
    case nil: break
    }
  }

  /// Records the text of `selection;base64`; a question mark is a query, to which a terminal does not
  /// respond.
  private mutating func takeClipboard(_ rest: String) {
    let encoded = String(rest.drop { $0 != ";" }.dropFirst())
    guard let data = Data(base64Encoded: encoded) else { return }
    clipboard.append(String(decoding: data, as: UTF8.self))
  }
}
