internal import Synchronization

/// A request passed to the loop, with its cancellation state.
final class TransferOrder: Sendable {
  let request: TransferRequest
  let progress: (@Sendable (TransferProgress) -> Void)?
  private let canceled = Atomic<Bool>(false)

  init(request: TransferRequest, progress: (@Sendable (TransferProgress) -> Void)?) {
    self.request = request
    self.progress = progress
  }

  var isCancelled: Bool {
    canceled.load(ordering: .acquiring)
  }

  func cancel() {
    canceled.store(true, ordering: .releasing)
  }
}
