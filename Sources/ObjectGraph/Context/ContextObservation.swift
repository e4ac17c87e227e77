/// A registration of an observer of a context's changes or saves, which ends when it is released.
public final class ContextObservation {
  private let end: () -> Void

  init(end: @escaping () -> Void) { self.end = end }

  deinit { end() }
}

@available(*, unavailable)
extension ContextObservation: Sendable {}
