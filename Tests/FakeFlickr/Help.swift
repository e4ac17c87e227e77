import TestSupport

/// The words below the options in `--help`.
enum Help {
  static var discussion: String {
    """
    The first line of output is the address of the services, for --endpoint; the second is that of the pictures. \
    It runs until Ctrl-C. Any key of letters and digits is good, but for “expired” and “unknown”; no key at all \
    has no valid format. API calls go to ADDRESS/rest/, by GET or POST, for JSON or XML; the public feed is \
    ADDRESS/feeds/photos_public.gne.

    ORDERS, while it runs: curl 'ADDRESS/control?fault=cut&count=2'
    \(table(FakeFlickr.controlHelp))

    FAULTS:
    \(table(LoopbackFault.names))

    STYLES: \(FlickrAnswers.Style.names.keys.sorted().joined(separator: ", "))
    """
  }

  /// Two columns in 78; the parser of arguments would break lines without regard to them.
  private static func table(_ rows: [(name: String, what: String)]) -> String {
    rows.flatMap { row -> [String] in
      let lines = broken(row.what, at: 54)
      let first = "  " + row.name + String(repeating: " ", count: max(2, 22 - row.name.count))
      return lines.enumerated().map { $0 == 0 ? first + $1 : String(repeating: " ", count: 24) + $1 }
    }.joined(separator: "\n")
  }

  private static func broken(_ text: String, at width: Int) -> [String] {
    text.split(separator: " ").reduce(into: [""]) { lines, word in
      let last = lines.count - 1
      if lines[last].isEmpty {
        lines[last] = String(word)
      } else if lines[last].count + word.count < width {
        lines[last] += " " + word
      } else {
        lines.append(String(word))
      }
    }
  }
}
