/// A registration of an observer of a list, which ends when it is released.
public final class ListObservation {
  private let end: () -> Void

  init(end: @escaping () -> Void) { self.end = end }

  deinit { end() }
}

@available(*, unavailable)
extension ListObservation: Sendable {}
