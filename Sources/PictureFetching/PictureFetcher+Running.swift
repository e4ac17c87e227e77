import Synchronization
import Transfer

extension PictureFetcher {
  /// Starts all transfers that may start, and schedules the rest.
  func pump() {
    let now = ContinuousClock.now
    queue.withLock { queue in
      while let key = queue.next(at: now, atOnce: policy.atOnce) {
        queue.begin(key) { request in Task { await self.run(key, request) } }
      }
      setAlarm(&queue, now)
    }
    notifySupply()
  }

  private func setAlarm(_ queue: inout PictureQueue, _ now: ContinuousClock.Instant) {
    let time = queue.nextTime(after: now)
    if let timer = queue.timer, timer.time == time, timer.time > now { return }
    queue.timer?.task.cancel()
    queue.timer = time.map { time in
      let task = Task { [weak self] in
        do { try await Task.sleep(until: time, clock: .continuous) } catch { return }
        self?.pump()
      }
      return (time, task)
    }
  }

  /// Fetches one picture.
  @concurrent
  private func run(_ key: PictureQueue.Key, _ request: PictureQueue.Request) async {
    let answer: PictureAnswer
    // Another task or process may have fetched it while it was waiting.
    if let bytes = cache.read(key.flickrID, key.rendition) {
      finish(key, request, .cached(bytes))
      return
    }
    do throws(TransferError) {
      // Only pages of the local network may name addresses there; a name that merely resolves to one is
      // refused.
      let request = TransferRequest(
        request.url, limits: policy.limits, allowsLocalNetwork: request.url.isInLocalNetwork)
      let response = try await client.fetch(request)
      answer = PictureAnswer(response, to: request.url)
    } catch {
      answer = PictureAnswer(error)
    }
    // Before the waiters are notified: later requests find it in the cache.
    if case .picture(let bytes) = answer { store(bytes, key) }
    finish(key, request, answer)
  }

  private func store(_ bytes: [UInt8], _ key: PictureQueue.Key) {
    do throws(PictureCacheError) {
      try cache.store(bytes, of: key.flickrID, key.rendition)
    } catch {
      report(error)
    }
  }

  private func finish(_ key: PictureQueue.Key, _ request: PictureQueue.Request, _ answer: PictureAnswer) {
    let outcome = queue.withLock { queue in
      queue.finish(key, number: request.number, host: request.host, answer, at: .now, policy)
    }
    carryOut(outcome)
    offerSubstitutes(for: outcome.paused)
    pump()
  }
}
