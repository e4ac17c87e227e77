internal import Terminal

/// The columns of the rows in view.
struct RowColumns {
  /// The least widths of a column of details, if there is one, and if there are several.
  private static let leastWidths = (one: 14, several: 20)
  /// The least width of the titles beside others.
  private static let leastTitle = 24

  /// The width for titles, as far as details follow.
  let title: Int
  /// The first column and the width of each detail.
  let details: [(x: Int, width: Int)]
  /// The column before which a row ends, and the width of what stands there.
  let trailing: (end: Int, width: Int)
  /// The width up to what stands at the end of a row.
  let room: Int

  /// Lays out rows of `width` columns, with as many details as have room in one line, if they stand in that line.
  init(width: Int, rows: [ListRow], detailsInLine: Bool) {
    let last = rows.lazy.map { SafeText.width(of: $0.trailing, upTo: width / 3) }.max() ?? 0
    trailing = (width - 1, last)
    room = max(0, width - 2 - last - (last > 0 ? 1 : 0))
    let wanted = detailsInLine ? rows.lazy.map { $0.details.count }.max() ?? 0 : 0
    let free = max(0, room - Self.leastTitle)
    let count = min(wanted, max(free / (Self.leastWidths.several + 1), free > Self.leastWidths.one ? 1 : 0))
    // The title is twice as wide as a detail.
    let width = count > 0 ? room / (count + 2) : 0
    let title = room - count * width
    details = (0..<count).map { (1 + title + $0 * width + 1, width - 1) }
    self.title = count > 0 ? title - 1 : room
  }
}
