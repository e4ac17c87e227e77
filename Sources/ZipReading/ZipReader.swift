internal import Synchronization

/// A reader of entries of zip files by their names, which keeps the directories of zip files.
///
/// A directory may have hundreds of thousands of names: to read it for each entry would take a time that grows with the square of
/// their number. Entries of several zip files may be read in turn, by several threads at the same time.
public final class ZipReader: Sendable {
  private struct Table: Sendable {
    let archive: ZipArchive
    /// The positions of the entries; of several with one name, that of the first.
    private let positions: [Name: Int]

    init(_ archive: ZipArchive) {
      self.archive = archive
      let names = archive.entries.enumerated().lazy.map { (Name(text: $1.name), $0) }
      positions = Dictionary(names, uniquingKeysWith: { first, _ in first })
    }

    func entry(_ name: String) -> ZipEntry? { positions[Name(text: name)].map { archive.entries[$0] } }
  }

  /// A name that equals another one only if it has the same bytes.
  private struct Name: Hashable, Sendable {
    let text: String

    static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

    func hash(into hasher: inout Hasher) {
      var text = text
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }

  /// The directories that are kept, by the paths of the zip files.
  private struct Tables: Sendable {
    private var kept: [Name: (table: Table, lastUse: Int)] = [:]
    private var uses = 0

    /// Returns the directory of a zip file, and records its use.
    mutating func use(_ path: Name) -> Table? {
      uses += 1
      kept[path]?.lastUse = uses
      return kept[path]?.table
    }

    /// Adds a directory, and drops the least recently used others until all have at most `limit` entries.
    mutating func add(_ table: Table, path: Name, limit: Int) {
      uses += 1
      kept[path] = nil
      var count = kept.values.reduce(table.archive.entries.count) { $0 + $1.table.archive.entries.count }
      while count > limit, let oldest = kept.min(by: { $0.value.lastUse < $1.value.lastUse }) {
        count -= oldest.value.table.archive.entries.count
        kept[oldest.key] = nil
      }
      kept[path] = (table, uses)
    }
  }

  private let tables = Mutex(Tables())
  private let entryLimit: Int

  /// Creates a reader.
  ///
  /// - Parameter entryLimit: The maximum number of entries in the directories that are kept together, the last used ones. One
  ///   directory is kept whatever its size. The default stands for about 100 MB.
  public init(entryLimit: Int = 300_000) {
    self.entryLimit = entryLimit
  }

  /// Returns the contents of an entry of the zip file at a path.
  ///
  /// - Throws: A ``ZipError`` if there is no such zip file or entry, or as ``ZipArchive/contents(of:limit:)``.
  public func contents(of name: String, in path: String, limit: Int) throws(ZipError) -> [UInt8] {
    let (archive, entry) = try entry(name, in: path)
    return try archive.contents(of: entry, limit: limit)
  }

  /// Returns the first bytes of an entry of the zip file at a path, without a check of the rest.
  ///
  /// - Throws: A ``ZipError``, as ``contents(of:in:limit:)``.
  public func beginning(of name: String, in path: String, count: Int) throws(ZipError) -> [UInt8] {
    let (archive, entry) = try entry(name, in: path)
    return try archive.beginning(of: entry, count: count)
  }

  private func entry(_ name: String, in path: String) throws(ZipError) -> (ZipArchive, ZipEntry) {
    let table = try table(of: path)
    guard let entry = table.entry(name) else {
      throw ZipError(path: path, entry: name, reason: "it is missing")
    }
    return (table.archive, entry)
  }

  private func table(of path: String) throws(ZipError) -> Table {
    let key = Name(text: path)
    if let kept = tables.withLock({ $0.use(key) }), kept.archive.isCurrent { return kept }
    // Outside the lock, so that entries of other zip files can be read meanwhile.
    let table = Table(try ZipArchive(path: path))
    tables.withLock { $0.add(table, path: key, limit: entryLimit) }
    return table
  }
}
