/// The settings of SQLite that a store lets its user choose.
///
/// They concern memory and the size of files, and cannot damage a store or change what its readers see. Durability is
/// chosen for each save (`Durability`), the timeout of locks by `LockPolicy`; the journal is always a write-ahead log.
/// The counterpart of `NSSQLitePragmasOption` (`NSPersistentStoreCoordinator.h`). sqlite.org/pragma.html describes them.
public struct SQLitePragmas: Hashable, Sendable {
  /// The size of the page cache of each connection in kilobytes; `nil` for 64 MB for the writer, 8 MB for a reader.
  ///
  /// - Precondition: At least 0, at most 2³¹ - 1.
  public var cacheSize: Int?
  /// The part of the file, in bytes from its beginning, that is mapped into memory; `nil` for SQLite's default.
  ///
  /// An error of the disk in a mapped part ends the process (`SIGBUS`) instead of being thrown.
  ///
  /// - Precondition: At least 0.
  public var memoryMapSize: Int?
  /// The size in bytes to which the write-ahead log is truncated when the writer begins it again; `nil` for no limit.
  ///
  /// - Precondition: At least 0.
  public var journalSizeLimit: Int?

  /// Makes settings; those that are `nil` have their defaults.
  ///
  /// - Precondition: No number is negative, and `cacheSize` has at most 31 bits.
  public init(cacheSize: Int? = nil, memoryMapSize: Int? = nil, journalSizeLimit: Int? = nil) {
    self.cacheSize = cacheSize
    self.memoryMapSize = memoryMapSize
    self.journalSizeLimit = journalSizeLimit
  }

  /// Reads settings by the names and with the values of SQLite: `cache_size` (negative, in kilobytes), `mmap_size` and
  /// `journal_size_limit`.
  ///
  /// - Throws: A ``SQLitePragmaError`` for another pragma, and for a value that the pragma cannot have.
  public init(_ pragmas: [String: String]) throws(SQLitePragmaError) {
    for (name, text) in pragmas.sorted(by: { $0.key < $1.key }) {
      switch name.lowercased() {
      case "cache_size": cacheSize = -(try Self.number(text, of: name, in: -Int(Int32.max)...0))
      case "mmap_size": memoryMapSize = try Self.number(text, of: name, in: 0...Int.max)
      case "journal_size_limit": journalSizeLimit = try Self.number(text, of: name, in: 0...Int.max)
      default: throw .notAllowed(pragma: name)
      }
    }
  }

  private static func number(
    _ text: String, of pragma: String, in range: ClosedRange<Int>
  ) throws(SQLitePragmaError) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw .badValue(pragma: pragma, value: text, allowed: range)
    }
    return number
  }

  /// The statements that set them on a connection; empty if all have their defaults.
  var sql: String {
    [
      cacheSize.map { "PRAGMA cache_size = -\($0)" },
      memoryMapSize.map { "PRAGMA mmap_size = \($0)" },
      journalSizeLimit.map { "PRAGMA journal_size_limit = \($0)" },
    ].compactMap { $0 }.joined(separator: "; ")
  }
}
