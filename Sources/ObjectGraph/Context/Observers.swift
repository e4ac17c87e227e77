/// The observers of one kind of event, in the order in which they were added.
///
/// An observer can end observations, its own included. Therefore the caller goes through ``numbers``, and calls the observers
/// that are still there when it is their turn.
package struct Observers<Event> {
  private var handlers: [Int: (Event) -> Void] = [:]
  private var last = 0

  /// Creates a collection without observers.
  package init() {}

  /// A Boolean value that indicates whether there are no observers.
  package var isEmpty: Bool { handlers.isEmpty }

  /// Adds an observer, and returns its number.
  package mutating func add(_ handler: @escaping (Event) -> Void) -> Int {
    last += 1
    handlers[last] = handler
    return last
  }

  /// Removes an observer and returns it; `nil` if it was removed before.
  ///
  /// The release of an observer can end other observations, which changes this collection: the caller must keep the observer
  /// until the call has returned.
  package mutating func remove(_ number: Int) -> ((Event) -> Void)? { handlers.removeValue(forKey: number) }

  /// The numbers of the observers, in the order in which they were added.
  package var numbers: [Int] { handlers.keys.sorted() }

  /// The observer with a number; `nil` if it was removed.
  package subscript(number: Int) -> ((Event) -> Void)? { handlers[number] }
}
