/// Runs asynchronous work one after the other, in the order in which it comes.
final class SerialTasks {
  private var last: Task<Void, Never>?

  /// Runs `body` when what came before is done, and returns its result; `nil` if the task is canceled before.
  func run<Result: Sendable>(_ body: @escaping () async -> Result?) async -> Result? {
    let former = last
    var result: Result?
    let mine = Task {
      await former?.value
      if !Task.isCancelled { result = await body() }
    }
    last = mine
    await withTaskCancellationHandler {
      await mine.value
    } onCancel: {
      mine.cancel()
    }
    if last == mine { last = nil }
    return result
  }
}
