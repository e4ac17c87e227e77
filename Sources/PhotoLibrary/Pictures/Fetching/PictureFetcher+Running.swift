import Flickr
import Synchronization
import Transfer

extension PictureFetcher {
  /// Starts all transfers that may start, and schedules the rest.
  func pump() {
    let now = ContinuousClock.now
    queue.withLock { queue in
      while let key = queue.next(at: now, atOnce: policy.atOnce) {
        queue.begin(key) { order in Task { await self.run(key, order) } }
      }
      setAlarm(&queue, now)
    }
    notifySupply()
  }

  private func setAlarm(_ queue: inout PictureQueue, _ now: ContinuousClock.Instant) {
    let time = queue.nextTime(after: now)
    if let alarm = queue.alarm, alarm.time == time, alarm.time > now { return }
    queue.alarm?.task.cancel()
    queue.alarm = time.map { time in
      let task = Task { [weak self] in
        do { try await Task.sleep(until: time, clock: .continuous) } catch { return }
        self?.pump()
      }
      return (time, task)
    }
  }

  /// Fetches one picture.
  @concurrent
  private func run(_ key: PictureQueue.Key, _ order: PictureQueue.Order) async {
    let answer: PictureAnswer
    // Another task or process may have fetched it while it was waiting.
    if let bytes = cache.read(key.flickrID, key.rendition) {
      finish(key, order, .cached(bytes))
      return
    }
    do throws(TransferError) {
      // Only pages of the local network may name addresses there; a name that merely resolves to one is
      // refused.
      let request = TransferRequest(
        order.url, limits: policy.limits, allowsLocalNetwork: order.url.isInLocalNetwork)
      let response = try await client.fetch(request)
      answer = PictureAnswer(response, to: order.url)
    } catch {
      answer = PictureAnswer(error)
    }
    // Before the waiters are notified: later requests find it in the cache.
    if case .picture(let bytes) = answer { store(bytes, key) }
    finish(key, order, answer)
  }

  private func store(_ bytes: [UInt8], _ key: PictureQueue.Key) {
    do throws(PictureCacheError) {
      try cache.store(bytes, of: key.flickrID, key.rendition)
    } catch {
      report(error)
    }
  }

  private func finish(_ key: PictureQueue.Key, _ order: PictureQueue.Order, _ answer: PictureAnswer) {
    let outcome = queue.withLock { queue in
      queue.finish(key, number: order.number, host: order.host, answer, at: .now, policy)
    }
    carryOut(outcome)
    offerSubstitutes(for: outcome.stranded)
    if let error = outcome.dismissal {
      carryOut(queue.withLock { $0.dismissImpatient(key, error) })
    }
    pump()
  }
}
