internal import CCurl

/// The active transfers, confined to the loop's thread.
struct TransferSet {
  private let multi: MultiHandle
  private let userAgent: String
  private var active: [UnsafeMutableRawPointer: (ActiveTransfer, TransferLoop.Answer)] = [:]

  init(multi: MultiHandle, userAgent: String) {
    self.multi = multi
    self.userAgent = userAgent
  }

  mutating func start(_ order: TransferOrder, _ answer: TransferLoop.Answer) {
    do throws(TransferError) {
      let transfer = try ActiveTransfer(order, userAgent: userAgent, curl: multi.curl)
      guard multi.add(transfer.handle) else { throw TransferError(.failed, order.request.url) }
      active[transfer.handle] = (transfer, answer)
    } catch {
      answer.resume(returning: .failure(error))
    }
  }

  /// Runs libcurl, follows redirects and completes the transfers that ended.
  mutating func perform() {
    multi.perform()
    while let (handle, result) = multi.nextEnded() {
      guard let (transfer, answer) = active[handle] else { continue }
      let outcome: Result<TransferResponse, TransferError>
      do throws(TransferError) {
        // Before the handle leaves the set: removing it discards what it knows of its connection.
        let goesOn = try transfer.followRedirect(after: result)
        if goesOn, !transfer.order.isCancelled, multi.restart(handle) { continue }
        outcome = goesOn ? .failure(transfer.restartError) : transfer.outcome(of: result)
      } catch {
        outcome = .failure(error)
      }
      active[handle] = nil
      multi.remove(handle)
      answer.resume(returning: outcome)
    }
  }

  mutating func endCanceled() {
    end { $0.order.isCancelled }
  }

  mutating func endAll() {
    end { _ in true }
  }

  private mutating func end(where condition: (ActiveTransfer) -> Bool) {
    for (handle, (transfer, answer)) in active where condition(transfer) {
      active[handle] = nil
      // The caller is resumed first: removing the handle may take time.
      answer.resume(returning: .failure(TransferError(.canceled, transfer.order.request.url)))
      multi.remove(handle)
    }
  }
}
