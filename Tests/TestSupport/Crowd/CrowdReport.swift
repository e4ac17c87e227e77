/// The report of one of several programs that edit a store at the same time.
public struct CrowdReport: Codable, Sendable {
  /// The number of counters that all programs increment.
  public static let counters = 4

  /// The increments whose saves were confirmed, by counter.
  public var confirmed = Array(repeating: 0, count: counters)
  /// The increments of which the program cannot know whether they were saved, by counter.
  public var uncertain = Array(repeating: 0, count: counters)
  /// The ISBNs of the program's own books that must be in the store.
  public var present: Set<String> = []
  /// The ISBNs of the program's own books that must not be in the store.
  public var absent: Set<String> = []
  /// The rows of the program's list at the end, in their order.
  public var rows: [String] = []
  /// The number of notifications that listed changes.
  public var changes = 0
  /// The number of notifications that the list was replaced.
  public var reloads = 0
  /// The contradictions that the program found, in words.
  public var faults: [String] = []

  /// Creates an empty report.
  public init() {}

  /// The ISBN of a counter.
  public static func counter(_ number: Int) -> String { "counter \(number)" }

  /// The values of a book as a row of the report.
  public static func row(of book: Book) -> String { "\(book.isbn ?? "") | \(book.title) | \(book.pages)" }
}
