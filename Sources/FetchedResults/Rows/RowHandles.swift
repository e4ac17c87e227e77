/// The chunk handles of rows, by primary key.
///
/// Keys are assigned consecutively, so adjacent keys share a page. A single dictionary of all rows would be
/// copied as a whole whenever it is full; in a list of 100,000 rows that takes longer than a user should
/// wait for a key press.
struct RowHandles: Sendable {
  fileprivate static let pageSize = 256
  fileprivate static let none: Int32 = -1

  fileprivate struct Page {
    var handles = [Int32](repeating: RowHandles.none, count: RowHandles.pageSize)
    var count = 0
  }

  private var pages: [Int64: Page] = [:]
  /// The number of rows that have a handle.
  private(set) var count = 0

  /// The handle of the row with a primary key; `nil` if there is no such row.
  subscript(key: Int64) -> Int32? {
    get {
      guard let handle = pages[Self.page(key)]?.handles[Self.place(key)], handle != Self.none else {
        return nil
      }
      return handle
    }
    set {
      let number = Self.page(key)
      pages[number, default: Page()].set(newValue ?? Self.none, at: Self.place(key), counting: &count)
      if newValue == nil, pages[number]?.count == 0 { pages[number] = nil }
    }
  }

  private static func page(_ key: Int64) -> Int64 { key >> 8 }
  private static func place(_ key: Int64) -> Int { Int(key & 255) }
}

extension RowHandles.Page {
  fileprivate mutating func set(_ handle: Int32, at place: Int, counting total: inout Int) {
    let change = (handle == RowHandles.none ? 0 : 1) - (handles[place] == RowHandles.none ? 0 : 1)
    handles[place] = handle
    count += change
    total += change
  }
}
