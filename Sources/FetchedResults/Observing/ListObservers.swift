import ListChanges

/// The observers of a list, in the order in which they were added.
struct ListObservers {
  private var handlers: [Int: (SectionedChanges) -> Void] = [:]
  private var last = 0

  /// Adds an observer, and returns its number.
  mutating func add(_ handler: @escaping (SectionedChanges) -> Void) -> Int {
    last += 1
    handlers[last] = handler
    return last
  }

  /// Removes an observer.
  mutating func remove(_ number: Int) { handlers[number] = nil }

  /// The numbers of the observers, in the order in which they were added.
  var numbers: [Int] { handlers.keys.sorted() }

  /// The observer with a number; `nil` if it was removed.
  subscript(number: Int) -> ((SectionedChanges) -> Void)? { handlers[number] }
}
