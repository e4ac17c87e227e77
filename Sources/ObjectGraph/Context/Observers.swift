/// The observers of one kind of event, in the order in which they were added.
///
/// An observer can end observations, its own included. Therefore the caller goes through ``numbers``, and calls the observers
/// that are still there when it is their turn.
package struct Observers<Event> {
  private var handlers: [Int: (Event) -> Void] = [:]
  /// The numbers of the observers, in the order in which they were added, among them some of observers that were removed.
  package private(set) var numbers: [Int] = []
  private var last = 0

  /// Creates a collection without observers.
  package init() {}

  /// A Boolean value that indicates whether there are no observers.
  package var isEmpty: Bool { handlers.isEmpty }

  /// Adds an observer, and returns its number.
  package mutating func add(_ handler: @escaping (Event) -> Void) -> Int {
    last += 1
    handlers[last] = handler
    numbers.append(last)
    return last
  }

  /// Removes an observer and returns it; `nil` if it was removed before.
  ///
  /// The release of an observer can end other observations, which changes this collection: the caller must keep the observer
  /// until the call has returned.
  ///
  /// - Complexity: O(1) on average.
  package mutating func remove(_ number: Int) -> ((Event) -> Void)? {
    let handler = handlers.removeValue(forKey: number)
    if numbers.count > 2 * handlers.count { numbers.removeAll { handlers[$0] == nil } }
    return handler
  }

  /// The observer with a number; `nil` if it was removed.
  package subscript(number: Int) -> ((Event) -> Void)? { handlers[number] }
}
