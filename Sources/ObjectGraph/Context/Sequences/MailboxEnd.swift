/// Finishes a mailbox when the closure that posts to it is released.
package final class MailboxEnd<Element: Sendable>: Sendable {
  /// The mailbox.
  package let mailbox: Mailbox<Element>

  /// Creates the owner of a mailbox.
  package init(_ mailbox: Mailbox<Element>) { self.mailbox = mailbox }

  deinit { mailbox.finish() }
}

extension Mailbox {
  /// Posts what `element` makes of each event, until the mailbox is finished, which it is when the observed object is gone.
  ///
  /// - Parameters:
  ///   - observe: Calls a function for each event, as long as the observation that it returns is kept.
  ///   - element: Makes an element of an event; `nil` if there is none.
  ///   - isLast: Returns a Boolean value that indicates whether an event ends the sequence.
  package func follow<Event>(
    _ observe: (@escaping (Event) -> Void) -> AnyObject, _ element: @escaping (Event) -> Element?,
    until isLast: @escaping (Event) -> Bool = { _ in false }
  ) {
    let end = MailboxEnd(self)
    let subscription = Subscription()
    subscription.observation = observe { event in
      if !end.mailbox.isFinished {
        if let element = element(event) { end.mailbox.post(element) }
        if isLast(event) { end.mailbox.finish() }
      }
      if end.mailbox.isFinished { subscription.observation = nil }
    }
  }
}

/// Keeps an observation until its closure ends it.
private final class Subscription {
  var observation: AnyObject?
}
