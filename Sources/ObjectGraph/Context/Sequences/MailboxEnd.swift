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
  package func follow<Event>(
    _ observe: (@escaping (Event) -> Void) -> AnyObject, _ element: @escaping (Event) -> Element?
  ) {
    let end = MailboxEnd(self)
    let subscription = Subscription()
    subscription.observation = observe { event in
      if end.mailbox.isFinished {
        subscription.observation = nil
      } else if let element = element(event) {
        end.mailbox.post(element)
      }
    }
  }
}

/// Keeps an observation until its closure ends it.
private final class Subscription {
  var observation: AnyObject?
}
