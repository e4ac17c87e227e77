/// The functions that make untrusted text safe for the screen.
///
/// The result contains no control characters (C0, C1, ESC, direction marks and overrides, tags, variation
/// selectors) and no line breaks. Characters that terminals treat differently are simplified:
///
/// - runs of line breaks and tabs become one space; other controls and invisible format characters are
/// removed;
/// - a joined emoji becomes its first emoji, skin tones are removed, flags become their two letters;
/// - a character keeps at most four combining marks, the limit of a cell in ncurses;
/// - characters unknown to the C library become U+FFFD.
///
/// Widths are those of the C library. Terminals have other tables for some characters, which ``Cluster/reach`` records.
/// Where the terminal gives characters of ambiguous width two columns, so do these functions, and lines and blocks become
/// ASCII.
///
/// Everything is lazy: a title of 10,000 characters shown in 40 columns costs 40 columns.
public enum SafeText {
  /// A character with its marks, and the columns it takes.
  public struct Cluster: Hashable, Sendable {
    /// The character: one scalar with a width, and up to four marks.
    let content: CellText
    /// The columns: 1 or 2, and one more for each spacing mark.
    public let width: Int
    /// The most columns that a terminal may give the cluster, or 0 if all terminals give it ``width`` columns.
    let reach: Int

    /// Creates a cluster; without `reach`, one whose width is not disputed.
    init(text: CellText, width: Int, reach: Int = 0) {
      content = text
      self.width = width
      self.reach = reach
    }

    /// The character as a string.
    public var text: String { content.string }
  }

  /// The most marks that a cell holds, besides the character itself.
  static let mostMarks = CellText.capacity - 1

  /// `text` as clusters fit for a screen, made as they are asked for.
  public static func clusters(of text: some StringProtocol) -> Clusters {
    Clusters(scalars: Substring(text).unicodeScalars)
  }

  /// The columns of `text`, counted no further than `limit`.
  public static func width(of text: String, upTo limit: Int = .max) -> Int {
    width(of: text[...], upTo: limit)
  }

  /// The columns of a part of a text, counted no further than `limit`.
  public static func width(of text: Substring, upTo limit: Int = .max) -> Int {
    let plain = plainCount(of: text, upTo: limit)
    if plain >= limit { return text.isEmpty ? 0 : limit }
    if plain == text.utf8.count { return plain }
    var width = 0
    for cluster in clusters(of: text) {
      width += cluster.width
      if width >= limit { return limit }
    }
    return width
  }

  /// `text` fit for a screen, cut to `width` columns; a cut text ends in `…`, itself one column.
  public static func fitted(_ text: String, to width: Int = .max) -> String {
    if isPlain(text[...], upTo: width) { return text }
    var line = ""
    for cluster in row(text[...], width: width).clusters { line += cluster.text }
    return line
  }

  /// Returns `text` on one line, without controls: runs of line breaks and tabs become one space, and other control characters
  /// and direction controls are removed.
  ///
  /// For text that is kept, such as what is pasted: everything else stays, such as joined emoji, flags and joiners of letters.
  /// What draws the text makes it fit for the screen.
  public static func singleLine(_ text: some StringProtocol) -> String {
    if isPlain(Substring(text), upTo: .max) { return String(text) }
    var line = String.UnicodeScalarView()
    var isBreak = false
    for scalar in text.unicodeScalars {
      let wasBreak = isBreak
      isBreak = isLineBreak(scalar)
      if isBreak {
        if !wasBreak { line.append(" ") }
      } else if scalar.properties.generalCategory != .control, !scalar.properties.isBidiControl {
        line.append(scalar)
      }
    }
    return String(line)
  }

  private static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0d, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Returns a Boolean value that indicates whether a text is visible ASCII and blanks, which is fit as it
  /// is, and takes `width` columns at most.
  ///
  /// Most text is, and looking at its bytes costs a hundredth of making clusters.
  private static func isPlain(_ text: Substring, upTo width: Int) -> Bool {
    let count = text.utf8.count
    return count <= width && plainCount(of: text, upTo: width) == count
  }

  /// Returns the number of characters of visible ASCII and blanks with which a text begins, counted no further than `limit`.
  private static func plainCount(of text: Substring, upTo limit: Int) -> Int {
    var text = text
    return text.withUTF8 { bytes in
      let most = min(limit, bytes.count)
      var count = 0
      while count < most, bytes[count] >= 0x20, bytes[count] < 0x7F { count += 1 }
      return count
    }
  }

  /// The end of a line whose beginning is visible ASCII and blanks.
  enum LineEnd {
    case nothing
    case ellipsis
    /// The clusters that ``row(_:width:ellipsis:)`` makes of a text.
    case clusters(of: Substring)
  }

  /// The sign of one column in which a text ends that is cut.
  static var ellipsis: Cluster { Cluster(text: AmbiguousWidth.isWide ? "~" : "…", width: 1) }

  /// Returns the beginning of a text that is visible ASCII and blanks, which stands in `width` columns as it is, and the end of
  /// the line, for the other columns.
  static func split(
    _ text: Substring, width: Int, ellipsis: Bool
  ) -> (plain: Substring.UTF8View, end: LineEnd) {
    let count = plainCount(of: text, upTo: width + 1)
    if count > width {
      // Each character in the columns is followed by a plain one, so that none has marks.
      if ellipsis, width > 0 { return (text.utf8.prefix(width - 1), .ellipsis) }
      return (text.utf8.prefix(width), .nothing)
    }
    if count == text.utf8.count { return (text.utf8, .nothing) }
    // The scalar that follows the last plain character may be a mark of it.
    let plain = text.utf8.prefix(max(0, count - 1))
    return (plain, .clusters(of: text[plain.endIndex...]))
  }

  /// The clusters that stand in `width` columns, the last one an ellipsis if not everything fits.
  static func row(
    _ text: Substring, width: Int, ellipsis: Bool = true
  ) -> (clusters: [Cluster], width: Int) {
    var row: [Cluster] = []
    var used = 0
    for cluster in clusters(of: text) {
      if used + cluster.width > width {
        return ellipsis ? cut(row, used: used, to: width) : (row, used)
      }
      row.append(cluster)
      used += cluster.width
    }
    return (row, used)
  }

  private static func cut(
    _ row: [Cluster], used: Int, to width: Int
  ) -> (clusters: [Cluster], width: Int) {
    guard width > 0 else { return ([], 0) }
    var row = row
    var used = used
    while used > width - 1, let last = row.popLast() { used -= last.width }
    row.append(ellipsis)
    return (row, used + ellipsis.width)
  }
}
