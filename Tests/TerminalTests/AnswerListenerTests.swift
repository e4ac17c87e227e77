import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Terminal

@Suite("A reader of the answers of a terminal", .timeLimit(.minutes(10)))
struct AnswerListenerTests {
  private let pipe = Pipe()
  private var input: CInt { pipe.fileHandleForReading.fileDescriptor }
  private let end = ContinuousClock.now + .seconds(600)

  private func type(_ text: String) throws {
    try pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  @Test("keeps what is typed before an answer, and leaves what is typed after it")
  func typing() throws {
    var listener = AnswerListener(to: input)
    try type("ls\u{1b}[?62;4cx")
    #expect(listener.next(before: end) == .attributes([62, 4]))
    #expect(listener.typed == Array("ls".utf8))
    #expect(pipe.fileHandleForReading.readData(ofLength: 1) == Data("x".utf8))
    #expect(listener.next(before: .now) == nil)
  }

  @Test("knows the answer whose beginning the parser of the screen has")
  func beginning() throws {
    var parser = InputParser()
    #expect(parser.parse("j\u{1b}[?62;".utf8) == [.key("j")])
    var listener = AnswerListener(to: input, after: parser.removeUnfinished())
    #expect(!parser.isWaiting && parser.removeUnfinished() == [])
    try type("4c")
    #expect(listener.next(before: end) == .attributes([62, 4]) && listener.typed == [])
  }

  @Test("waits on after a signal")
  func signal() async throws {
    // It is ignored by default, and no other test uses it.
    var (action, former) = (sigaction(), sigaction())
    action.__sigaction_handler.sa_handler = { _ in signalCount.add(1, ordering: .sequentiallyConsistent) }
    #expect(signalCount.load(ordering: .sequentiallyConsistent) == 0)
    sigaction(SIGURG, &action, &former)
    defer { sigaction(SIGURG, &former, nil) }
    let (answers, continuation) = AsyncStream<Answer?>.makeStream()
    let (threads, started) = AsyncStream<pthread_t>.makeStream()
    let isSignaled = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [input, end] in
      // The threads of the dispatch library, one of which starts this one, block most signals, and it inherits that.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGURG)
      pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      started.yield(pthread_self())
      started.finish()
      var listener = AnswerListener(to: input)
      continuation.yield(listener.next(before: end))
      continuation.finish()
      // A signal must not be sent to a thread that has ended.
      isSignaled.wait()
    }
    for await thread in threads {
      for number in 1...100 {
        pthread_kill(thread, SIGURG)
        try await until { signalCount.load(ordering: .sequentiallyConsistent) == number }
      }
    }
    try type("\u{1b}[?62c")
    isSignaled.signal()
    for await answer in answers { #expect(answer == .attributes([62])) }
  }
}

/// The number of signals that were handled; a handler can use global variables only.
private let signalCount = Atomic(0)
