/// Finishes a mailbox when the closure that posts to it is released.
package final class MailboxEnd<Element: Sendable>: Sendable {
  /// The mailbox.
  package let mailbox: Mailbox<Element>

  /// Creates the owner of a mailbox.
  package init(_ mailbox: Mailbox<Element>) { self.mailbox = mailbox }

  deinit { mailbox.finish() }
}
