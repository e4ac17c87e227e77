/// The clusters of texts of one scalar, such as the lines of borders, dots and arrows, which every frame draws many times.
///
/// Without it, the tables of Unicode and of the C library would be asked about each of them each time.
struct SignTable {
  private struct Entry {
    let scalar: Unicode.Scalar
    let cluster: SafeText.Cluster
  }

  /// Each scalar has one place, which it shares with others, so that the table does not grow.
  private var entries: [Entry?] = Array(repeating: nil, count: 256)
  private var isWide = AmbiguousWidth.isWide

  /// Returns the cluster of a text of one scalar; nil for any other text, or if nothing is shown of it.
  mutating func cluster(of text: Substring) -> SafeText.Cluster? {
    guard let scalar = text.unicodeScalars.first, UTF8.width(scalar) == text.utf8.count else { return nil }
    if isWide != AmbiguousWidth.isWide { self = SignTable() }
    let place = Int(scalar.value) % entries.count
    if let entry = entries[place], entry.scalar == scalar { return entry.cluster }
    var clusters = SafeText.clusters(of: text)
    guard let cluster = clusters.next() else { return nil }
    entries[place] = Entry(scalar: scalar, cluster: cluster)
    return cluster
  }
}
