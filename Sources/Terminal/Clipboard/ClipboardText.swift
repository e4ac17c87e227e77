/// Text for the clipboard of the terminal, by OSC 52.
enum ClipboardText {
  /// The most bytes of text; tmux discards a control string of more than a megabyte, without an answer.
  static let longest = 500_000

  /// Returns the control string that copies lines, each without line breaks and controls; `nil` if they are too long.
  static func sequence(of lines: [String]) -> String? {
    let text = lines.map { SafeText.singleLine($0) }.joined(separator: "\n")
    guard text.utf8.count <= longest else { return nil }
    return "\u{1b}]52;c;\(Base64.encoded(text.utf8))\u{07}"
  }
}
