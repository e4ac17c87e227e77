import Flickr
import Foundation
import TestSupport
import Testing
import Transfer

@testable import PictureFetching

@Suite("A picture that does not come", .timeLimit(.minutes(10)))
struct PictureFaultTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var answer: LoopbackAnswer
    /// What the error's sentence says.
    var says: String
    var isGone = false
  }

  static let picture = LoopbackAnswer.jpeg(LoopbackPictures.bytes(of: "1", "s"))

  static let faults = [
    Fault(testDescription: "404", answer: .html(status: 404, "Not Found"), says: "gone", isGone: true),
    Fault(
      testDescription: "404 without a body", answer: LoopbackAnswer(status: 404), says: "gone", isGone: true),
    Fault(testDescription: "410", answer: .html(status: 410, "Gone"), says: "gone", isGone: true),
    Fault(testDescription: "the placeholder", answer: .pictureUnavailable, says: "gone", isGone: true),
    Fault(testDescription: "429", answer: .tooMany(), says: "too often"),
    Fault(testDescription: "429 for a while", answer: .tooMany(retryAfter: 60), says: "too often"),
    Fault(testDescription: "403", answer: .html(status: 403, "Forbidden"), says: "403"),
    Fault(testDescription: "500", answer: .html(status: 500, "Oops"), says: "500"),
    Fault(testDescription: "cut off", answer: picture.cut(after: 100), says: "cut off"),
    Fault(testDescription: "a wrong length", answer: picture.framed(.falseLength(99_999)), says: "cut off"),
    Fault(
      testDescription: "chunks that end too early", answer: picture.framed(.chunked(64)).cut(after: 200),
      says: "cut off"),
    Fault(testDescription: "a stall", answer: picture.stalled(.after(100)), says: "nothing came for 1 s"),
    Fault(testDescription: "a web page", answer: .html(status: 200, "Log in"), says: "web page"),
    Fault(testDescription: "JSON", answer: .json("{\"stat\": \"fail\", \"code\": 1}"), says: "no picture"),
    Fault(testDescription: "nothing", answer: LoopbackAnswer(), says: "no picture"),
    Fault(testDescription: "three bytes", answer: .jpeg([0xFF, 0xD8, 0xFF]), says: "no picture"),
    Fault(testDescription: "no end", answer: .endless, says: "larger than"),
    Fault(testDescription: "too much", answer: .large(2 << 20, announced: true), says: "larger than"),
    Fault(testDescription: "a bomb", answer: .gzipBomb(8 << 20), says: "larger than"),
    Fault(
      testDescription: "a redirect to a file", answer: .redirect(to: "file:///etc/hostname"), says: "redirect"
    ),
    Fault(
      testDescription: "a redirect in a circle", answer: .redirect(to: "1_0a1b2c3d4e_m.jpg"), says: "redirect"
    ),
    Fault(testDescription: "a redirect to a log-in", answer: .redirect(to: "/login"), says: "web page"),
    Fault(
      testDescription: "a redirect to another format", answer: .redirect(to: "/logo.png"), says: "no picture"),
  ]

  @Test("says why, and nothing of it is kept:", arguments: faults)
  func fault(fault: Fault) async throws {
    let bench = try PictureBench(stallTime: fault.answer.stall == nil ? nil : .seconds(1))
    bench.host.answer("1", fault.answer)
    bench.host.server.serve("/pw/images/en-us/photo_unavailable.png", .png)
    bench.host.server.serve("/logo.png", .png)
    bench.host.server.serve("/login", .html(status: 200, "Log in"))
    let result = await bench.ask("1", isPatient: false).value
    guard case .failure(let error) = result else { return #expect(Bool(false), "\(result)") }
    #expect(error.description.contains(fault.says) && error.description.hasSuffix("."))
    if case .gone = error { #expect(fault.isGone) } else { #expect(!fault.isGone) }
    #expect(await bench.cache.check().pictures == 0)
    if fault.isGone { await bench.notices.wait(for: .gone(id: "1")) }
    bench.host.server.release()
  }

  @Test("from where a redirect leads is not gone when it is not there either")
  func redirectElsewhere() async throws {
    let bench = try PictureBench()
    let other = try LoopbackPictures()
    bench.host.answer("1", .redirect(to: other.url + "/login.jpg"))
    #expect(
      await bench.ask("1").value == .failure(.status(404, TransferURL(bench.subject("1").renditions[3].url))))
    let port = try LoopbackFlickr.closedPort()
    bench.host.answer("2", .redirect(to: port.url + "/2.jpg"))
    guard case .failure(.transfer(let error)) = await bench.ask("2").value else {
      return #expect(Bool(false))
    }
    #expect(error.code == .connectionRefused)
    #expect(bench.fetcher.supply == .flowing)
    // Hosts move.
    bench.host.answer("3", .redirect(to: other.renditions(of: "3", only: ["s"])[0].url))
    #expect(try await bench.ask("3").value.get().bytes == LoopbackPictures.bytes(of: "3", "s"))
    #expect(bench.notices.all == [])
  }

  @Test(
    "for a moment comes after all",
    arguments: [
      [.html(status: 500, "Oops"), .html(status: 502, "Bad Gateway")], [picture.cut(after: 50)],
      [.tooMany(), .tooMany()],
      [.tooMany(retryAfter: 1)], [picture.stalled(.beforeHeader)],
    ] as [[LoopbackAnswer]])
  func passing(answers: [LoopbackAnswer]) async throws {
    let bench = try PictureBench(stallTime: answers.allSatisfy { $0.stall == nil } ? nil : .seconds(1))
    bench.host.answer("1", answers + [Self.picture])
    #expect(try await bench.ask("1").value.get().bytes == Self.picture.body)
    #expect(bench.host.asked.count == answers.count + 1)
    #expect(bench.fetcher.supply == .flowing)
    bench.host.server.release()
  }

  @Test("is asked for a few times, and then left alone for a while")
  func attempts() async throws {
    var policy = PictureBench.hurried
    policy.picture.longestDelay = .seconds(600)
    let bench = try PictureBench(policy: policy)
    bench.host.answer("1", .html(status: 500, "Oops"))
    for _ in 1...3 {
      guard case .failure(.status(500, _)) = await bench.ask("1").value else { return #expect(Bool(false)) }
    }
    #expect(bench.host.asked.count == 3)
    bench.host.answer("1", Self.picture)
    bench.fetcher.retryNow()
    #expect(try await bench.ask("1").value.get().bytes == Self.picture.body)
  }

  @Test("because its host is asked too often lets no other ask before the host said")
  func retryAfter() async throws {
    let bench = try PictureBench()
    try bench.cache.store(
      Self.picture.body, of: "3", Rendition(bench.host.renditions(of: "3", only: ["s"])[0]))
    bench.host.answer("1", .tooMany(retryAfter: 1), Self.picture)
    let start = ContinuousClock.now
    let first = bench.ask("1")
    await bench.notices.wait(for: .supply(.paused))
    let second = bench.ask("2")
    #expect(await bench.ask("4", isPatient: true).isCanceledAtOnce())
    #expect(try await bench.ask("3").value.get().bytes == Self.picture.body)
    bench.fetcher.retryNow()
    let asked = bench.host.asked
    if ContinuousClock.now - start < .seconds(1) { #expect(asked == ["1 s"]) }
    _ = try await (first.value.get(), second.value.get())
    #expect(ContinuousClock.now - start >= .seconds(1))
    await bench.notices.wait(for: .supply(.flowing))
    #expect(bench.notices.all == [.supply(.paused), .supply(.flowing)])
  }

  @Test("because its host is asked too often comes in a smaller size, if that is cached")
  func busySubstitute() async throws {
    let bench = try PictureBench()
    // Before and in the pause.
    for id in ["1", "2"] {
      try bench.cache.store(Self.picture.body, of: id, bench.subject(id, only: ["s"]).renditions[0])
      bench.host.answer(id, .tooMany(retryAfter: 3_600))
      let file = try await bench.ask(id, longerSide: 1_024).value.get()
      #expect(file.isSubstitute && file.bytes == Self.picture.body)
    }
    #expect(bench.host.asked == ["1 l"])
    #expect(bench.fetcher.supply == .paused)
  }

  @Test(
    "because its host is asked too often fails at once for a caller that does not wait, also before its turn")
  func impatientOfBusyHost() async throws {
    var policy = PictureBench.hurried
    policy.atOnce = 1
    let bench = try PictureBench(policy: policy)
    bench.host.answer("1", .tooMany(retryAfter: 3_600).stalled(.beforeHeader))
    let first = bench.ask("1")
    try await bench.host.server.waitForRequests(1)
    let second = bench.ask("2", isPatient: false)
    try await bench.untilOrdered(2)
    bench.host.server.release()
    guard case .failure(.busy) = await second.value else { return #expect(Bool(false)) }
    #expect(bench.host.asked == ["1 s"])
    #expect(await first.isCanceledAtOnce())
  }
}

extension Task where Success == Result<PictureFile, PictureFetchError>, Failure == Never {
  /// Cancels it and says whether that was its end.
  func isCanceledAtOnce() async -> Bool {
    cancel()
    return await value == .failure(.canceled)
  }
}

@Suite("Without a connection", .timeLimit(.minutes(10)))
struct PictureOfflineTests {
  private func file(_ bench: PictureBench, _ subject: PictureSubject, _ side: Int, isPatient: Bool = true)
    async -> Result<PictureFile, PictureFetchError>
  {
    do throws(PictureFetchError) {
      return .success(try await bench.fetcher.picture(of: subject, longerSide: side, isPatient: isPatient))
    } catch {
      return .failure(error)
    }
  }

  /// A photo whose pictures are at a port without a listener, of which the small one is cached.
  private func unreachable(_ bench: PictureBench, _ id: String, _ port: ClosedPort) throws -> PictureSubject {
    let renditions = [("s", 240), ("l", 1_024)].map { suffix, side in
      Rendition(suffix: suffix, url: "\(port.url)/1/\(id)_a_\(suffix).jpg", width: side, height: side)
    }
    try bench.cache.store(LoopbackPictures.bytes(of: id, "s"), of: id, renditions[0])
    return PictureSubject(flickrID: id, renditions: renditions)
  }

  @Test("what is cached is shown, in a smaller size if need be")
  func substitute() async throws {
    let bench = try PictureBench(policy: PictureBench.patient)
    let port = try LoopbackFlickr.closedPort()
    for id in ["1", "2"] {
      let subject = try unreachable(bench, id, port)
      let file = try await file(bench, subject, 1_024).get()
      #expect(file.isSubstitute && file.rendition.suffix == "s")
      #expect(file.bytes == LoopbackPictures.bytes(of: id, "s"))
      #expect(try await self.file(bench, subject, 240).get().isSubstitute == false)
    }
    #expect(bench.fetcher.supply == .offline)
    #expect(bench.notices.all == [.supply(.offline)])
    withExtendedLifetime(port) {}
  }

  @Test("A caller that does not wait gets the error, and no smaller picture")
  func noSubstitute() async throws {
    let bench = try PictureBench(policy: PictureBench.patient)
    let port = try LoopbackFlickr.closedPort()
    let subject = try unreachable(bench, "1", port)
    // Before and after the host is known to be unreachable.
    for _ in 1...2 {
      guard case .failure(.transfer(let error)) = await file(bench, subject, 1_024, isPatient: false) else {
        return #expect(Bool(false))
      }
      #expect(error.code == .connectionRefused)
    }
    #expect(try await file(bench, subject, 1_024).get().isSubstitute)
    withExtendedLifetime(port) {}
  }

  @Test("A caller that does not wait, and one that does, of the same picture: one error, one smaller picture")
  func bothKinds() async throws {
    let bench = try PictureBench(policy: PictureBench.patient, stallTime: .seconds(1))
    try bench.cache.store(
      PictureFaultTests.picture.body, of: "1", bench.subject("1", only: ["s"]).renditions[0])
    bench.host.answer("1", PictureFaultTests.picture.stalled(.beforeHeader))
    let patient = bench.ask("1", longerSide: 1_024)
    try await bench.untilAsked(by: 1)
    let impatient = bench.ask("1", longerSide: 1_024, isPatient: false)
    #expect(try await patient.value.get().isSubstitute)
    guard case .failure(.transfer) = await impatient.value else { return #expect(Bool(false)) }
    bench.host.server.release()
  }

  @Test("A caller that takes no smaller picture gets the one that it asked for after the pause")
  func withoutSubstitute() async throws {
    let bench = try PictureBench(policy: PictureBench.patient, stallTime: .seconds(1))
    let large = LoopbackPictures.bytes(of: "1", "l")
    try bench.cache.store(
      PictureFaultTests.picture.body, of: "1", bench.subject("1", only: ["s"]).renditions[0])
    bench.host.answer("1", PictureFaultTests.picture.stalled(.beforeHeader), .jpeg(large))
    let whole = bench.ask("1", longerSide: 1_024, takesSubstitute: false)
    try await bench.untilAsked(by: 1)
    #expect(try await bench.ask("1", longerSide: 1_024).value.get().isSubstitute)
    bench.fetcher.retryNow()
    let file = try await whole.value.get()
    #expect(!file.isSubstitute && file.bytes == large)
    #expect(bench.host.asked == ["1 l", "1 l"])
    bench.host.server.release()
  }

  @Test("After the pause, the host is asked again although a smaller picture is cached")
  func afterSubstitute() async throws {
    let bench = try PictureBench(policy: PictureBench.patient, stallTime: .seconds(1))
    let large = LoopbackPictures.bytes(of: "1", "l")
    try bench.cache.store(
      PictureFaultTests.picture.body, of: "1", bench.subject("1", only: ["s"]).renditions[0])
    bench.host.answer("1", PictureFaultTests.picture.stalled(.beforeHeader), .jpeg(large))
    for _ in 1...2 { #expect(try await bench.ask("1", longerSide: 1_024).value.get().isSubstitute) }
    #expect(bench.host.asked == ["1 l"])
    // Ends the pause, as its time does.
    bench.fetcher.retryNow()
    let file = try await bench.ask("1", longerSide: 1_024).value.get()
    #expect(!file.isSubstitute && file.bytes == large)
    #expect(bench.host.asked == ["1 l", "1 l"])
    #expect(bench.fetcher.supply == .flowing)
    bench.host.server.release()
  }

  @Test("A host that asked for a pause and then cannot be reached is unreachable, not busy")
  func busyThenUnreachable() {
    let now = ContinuousClock.now
    var host = PictureHost()
    let policy = PictureBench.patient.host
    let (busy, away) = (PictureFetchError.busy("http://a.example"), PictureFetchError.noAddress)
    host.pause(.busy, busy, for: .seconds(10), at: now, policy)
    // A transfer that was in flight when the host asked.
    host.pause(.unreachable, away, for: nil, at: now + .seconds(5), policy)
    #expect(host.trouble == .busy)
    host.pause(.unreachable, away, for: nil, at: now + .seconds(7_300), policy)
    #expect(host.trouble == .unreachable)
  }

  @Test("who does not want to wait hears why")
  func impatient() async throws {
    let bench = try PictureBench(policy: PictureBench.patient)
    let port = try LoopbackFlickr.closedPort()
    let subject = PictureSubject(
      flickrID: "1", renditions: [Rendition(suffix: "s", url: port.url + "/1.jpg")])
    guard case .failure(.transfer(let error)) = await file(bench, subject, 240, isPatient: false) else {
      return #expect(Bool(false))
    }
    #expect(error.code == .connectionRefused)
    // Also a caller who does not wait while no request is sent.
    guard case .failure(.transfer(error)) = await file(bench, subject, 240, isPatient: false) else {
      return #expect(Bool(false))
    }
  }

  @Test("everything is tried again as soon as anything comes")
  func back() async throws {
    let bench = try PictureBench(policy: PictureBench.patient, stallTime: .seconds(1))
    let other = try LoopbackPictures()
    // Without a single byte within the time limit, a host is as good as out of reach.
    bench.host.answer("1", PictureFaultTests.picture.stalled(.beforeHeader), PictureFaultTests.picture)
    let waiting = bench.ask("1")
    await bench.notices.wait(for: .supply(.offline))
    let subject = PictureSubject(
      flickrID: "2", renditions: other.renditions(of: "2").map(Rendition.init))
    #expect(try await file(bench, subject, 240).get().bytes == LoopbackPictures.bytes(of: "2", "s"))
    #expect(try await waiting.value.get().bytes == PictureFaultTests.picture.body)
    #expect(bench.notices.all == [.supply(.offline), .supply(.flowing)])
    bench.host.server.release()
  }

  @Test("All pictures are requested again when the user retries")
  func retryNow() async throws {
    let bench = try PictureBench(policy: PictureBench.patient, stallTime: .seconds(1))
    bench.host.answer("1", PictureFaultTests.picture.stalled(.beforeHeader), PictureFaultTests.picture)
    let waiting = bench.ask("1")
    await bench.notices.wait(for: .supply(.offline))
    bench.fetcher.retryNow()
    #expect(try await waiting.value.get().bytes == PictureFaultTests.picture.body)
    bench.host.server.release()
  }

  @Test("it is tried again by itself, one transfer alone, until it works")
  func byItself() async throws {
    let bench = try PictureBench(stallTime: .seconds(1))
    let stall = PictureFaultTests.picture.stalled(.beforeHeader)
    for id in ["1", "2", "3", "4", "5"] { bench.host.answer(id, stall, PictureFaultTests.picture) }
    let tasks = ["1", "2", "3", "4", "5"].map { bench.ask($0) }
    for task in tasks { _ = try await task.value.get() }
    #expect(bench.fetcher.supply == .flowing)
    bench.host.server.release()
  }

  @Test("Attempts do not count for a picture that fails when there is a connection again")
  func uncounted() async throws {
    let bench = try PictureBench(stallTime: .seconds(1))
    let stall = PictureFaultTests.picture.stalled(.beforeHeader)
    bench.host.answer("1", stall, stall, .html(status: 500, "Oops"), PictureFaultTests.picture)
    #expect(try await bench.ask("1").value.get().bytes == PictureFaultTests.picture.body)
    #expect(bench.host.asked.count == 4)
    bench.host.server.release()
  }

  @Test("to one host of several, its pictures fail after a few attempts")
  func oneHost() async throws {
    let bench = try PictureBench()
    _ = try await bench.ask("1").value.get()
    let port = try LoopbackFlickr.closedPort()
    let subject = PictureSubject(
      flickrID: "2", renditions: [Rendition(suffix: "s", url: port.url + "/2.jpg")])
    guard case .failure(.transfer(let error)) = await file(bench, subject, 240) else {
      return #expect(Bool(false))
    }
    #expect(error.code == .connectionRefused)
    #expect(bench.notices.all == [])
    #expect(bench.fetcher.supply == .flowing)
  }
}
