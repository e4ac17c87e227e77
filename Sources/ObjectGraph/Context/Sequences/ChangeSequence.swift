/// The changes of a context, an object or a list from the moment the sequence was made, for one task.
///
/// Each sequence has a buffer of its own, so that any number of tasks can follow the same changes. The property that made
/// the sequence says what the buffer keeps while its task is busy; no change is lost.
///
/// A sequence can be sent to another isolation. It ends when the context, the object or the list is gone, and when the task that reads
/// it is canceled. The observation ends with it, or with the last copy of a sequence that is not read.
public struct ChangeSequence<Element: Sendable>: AsyncSequence, Sendable {
  private let mailbox: Mailbox<Element>
  private let lifetime: Lifetime

  /// Ends the mailbox with the last copy of the sequence and its iterator.
  private final class Lifetime: Sendable {
    private let mailbox: Mailbox<Element>
    init(_ mailbox: Mailbox<Element>) { self.mailbox = mailbox }
    deinit { mailbox.cancel() }
  }

  /// Creates the sequence of the elements of a mailbox, which nothing else may read.
  package init(_ mailbox: Mailbox<Element>) {
    self.mailbox = mailbox
    lifetime = Lifetime(mailbox)
  }

  /// Returns an iterator.
  ///
  /// - Precondition: At most one task at a time reads the sequence.
  public func makeAsyncIterator() -> Iterator { Iterator(sequence: self) }

  /// An iterator of the changes.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let sequence: ChangeSequence

    /// Returns the next change, and waits for it; nil at the end, and when the task is canceled.
    public mutating func next() async -> Element? { await sequence.mailbox.next() }

    /// Returns the next change, and waits for it; nil at the end, and when the task is canceled.
    public mutating func next(isolation: isolated (any Actor)?) async -> Element? {
      await sequence.mailbox.next(isolation: isolation)
    }
  }
}
