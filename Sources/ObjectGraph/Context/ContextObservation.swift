/// A registration of an observer of a context's changes or saves, which ends when it is released.
public final class ContextObservation {
  private weak var context: ManagedObjectContext?
  private let number: Int

  init(context: ManagedObjectContext, number: Int) {
    self.context = context
    self.number = number
  }

  deinit { context?.notifier.removeObserver(number) }
}

@available(*, unavailable)
extension ContextObservation: Sendable {}
