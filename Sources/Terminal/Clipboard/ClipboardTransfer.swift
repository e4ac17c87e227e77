/// Data on its way into the clipboard of the terminal, by OSC 5522.
///
/// The protocol is kitty's, https://sw.kovidgoyal.net/kitty/clipboard/. The terminal answers when it has all data, and returns the
/// number of the transfer.
struct ClipboardTransfer {
  /// The number of the transfer, which differs from those before.
  let number: Int
  /// The data of a packet, before it is encoded: the most that the protocol allows.
  private static let packetSize = 4096
  private static let introducer = "\u{1b}]5522;type="
  private static let terminator = "\u{1b}\\"

  private var rest: ArraySlice<UInt8>
  private let type: String
  private var hasBegun = false
  private var hasEnded = false

  /// Creates a transfer of data of a MIME type.
  init(_ data: [UInt8], type: String, number: Int) {
    self.number = number
    rest = data[...]
    self.type = Base64.encoded(type.utf8)
  }

  /// Removes the next packets, of about `limit` bytes together; returns `nil` at the end.
  mutating func removePackets(limit: Int) -> [UInt8]? {
    guard !hasEnded else { return nil }
    var text = hasBegun ? "" : Self.introducer + "write:id=\(number)" + Self.terminator
    hasBegun = true
    while text.utf8.count < limit, !rest.isEmpty {
      let packet = Base64.encoded(rest.prefix(Self.packetSize))
      text += Self.introducer + "wdata:mime=\(type);\(packet)" + Self.terminator
      rest = rest.dropFirst(Self.packetSize)
    }
    if rest.isEmpty {
      text += Self.introducer + "wdata" + Self.terminator
      hasEnded = true
    }
    return Array(text.utf8)
  }
}
