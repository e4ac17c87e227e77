internal import ObjectStore

/// The versions and references of all rows of an entity, by their keys.
///
/// Rows with consecutive keys share a page, so that a row needs only the space of its numbers, and equal
/// pages are compared as a whole.
struct KnownRows {
  /// The numbers that are stored for a row: the version and the references, in the order of their slots.
  typealias Numbers = ArraySlice<Int64>

  private static let keyBits: Int64 = 6
  private static let rowsPerPage = 1 << keyBits
  private static let entityBits: Int64 = 12

  private let width: Int
  private var pages: [Int64: [Int64]] = [:]
  /// The page that was written last, and its number; the copy in `pages` is older.
  private var open: (number: Int64, page: [Int64])?

  /// Creates a set of rows with `references` references each.
  init(references: Int) { width = references + 1 }

  /// Sets the version and the references of a row.
  mutating func set(_ key: Int64, version: Int64, references: [Int64]) {
    let start = open(key)
    open?.page[start] = Self.number(version: version)
    for (index, reference) in references.enumerated() { open?.page[start + 1 + index] = reference }
  }

  /// Returns the version and the references of a row, or nil if there is none.
  mutating func numbers(_ key: Int64) -> Numbers? {
    let start = open(key)
    guard let page = open?.page, page[start] != 0 else { return nil }
    return page[start..<start + width]
  }

  /// Returns the numbers of a row with a version and references.
  static func numbers(version: Int64, references: [Int64]) -> Numbers {
    [number(version: version)] + references[...]
  }

  /// Sets the numbers of a row; nil removes it.
  mutating func set(_ key: Int64, _ numbers: Numbers?) {
    let start = open(key)
    guard let numbers else {
      for index in 0..<width { open?.page[start + index] = 0 }
      return
    }
    for (index, number) in numbers.enumerated() { open?.page[start + index] = number }
  }

  /// Opens the page of a key, and returns the offset of the row in it.
  private mutating func open(_ key: Int64) -> Int {
    let number = key >> Self.keyBits
    if open?.number != number {
      close()
      let page = pages[number] ?? Array(repeating: 0, count: Self.rowsPerPage * width)
      open = (number, page)
      // Removed from the dictionary, so that writing copies nothing.
      pages[number] = []
    }
    return Int(key & Int64(Self.rowsPerPage - 1)) * width
  }

  private mutating func close() {
    guard let (number, page) = open else { return }
    open = nil
    pages[number] = page
  }

  /// Returns the rows that differ from former ones, in no order: their keys with the old and new numbers,
  /// nil where there is no row.
  mutating func differences(from former: inout KnownRows) -> [(key: Int64, before: Numbers?, now: Numbers?)] {
    close()
    former.close()
    var differences: [(Int64, Numbers?, Numbers?)] = []
    for number in Set(pages.keys).union(former.pages.keys) {
      let (before, now) = (former.pages[number], pages[number])
      guard before != now else { continue }
      for row in 0..<Self.rowsPerPage {
        let range = row * width..<(row + 1) * width
        let (old, new) = (before?[range], now?[range])
        guard old != new else { continue }
        let key = number << Self.keyBits + Int64(row)
        let (wasThere, isThere) = (old.map { $0.first != 0 } ?? false, new.map { $0.first != 0 } ?? false)
        if wasThere || isThere { differences.append((key, wasThere ? old : nil, isThere ? new : nil)) }
      }
    }
    return differences
  }

  // MARK: Numbers

  /// Returns the number of a reference: key and entity; 0 for none.
  static func number(entity: EntityNumber, key: Int64) -> Int64 {
    key &<< entityBits | Int64(entity.rawValue)
  }

  /// Returns the entity and key of a reference.
  static func reference(_ number: Int64) -> (entity: EntityNumber, key: Int64)? {
    number == 0 ? nil : (EntityNumber(Int(number & (1 << entityBits - 1))), number >> entityBits)
  }

  /// Returns the number of a version: not 0, which marks a missing row.
  private static func number(version: Int64) -> Int64 { version &<< 1 | 1 }

  /// Returns the version of a row.
  static func version(_ numbers: Numbers) -> Int64 { (numbers.first ?? 0) >> 1 }
}
