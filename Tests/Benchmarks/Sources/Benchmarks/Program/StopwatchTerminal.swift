import Foundation
import Synchronization
import TestSupport

/// A program in a terminal that takes whatever it writes at once, and notes when it came.
///
/// What a `TerminalSession` reads it understands before it reads on, so that a program with pictures waits for it. This
/// one looks at what came only when it is asked, besides the questions at the start, which it answers.
final class StopwatchTerminal {
  /// What keys cost.
  struct Cost {
    /// The time until the first byte.
    var first: Duration
    /// The time until the last byte.
    var total: Duration
    var bytes: Int
  }

  private let terminal: PseudoTerminal
  private let record: Record
  private let started = ContinuousClock.now

  /// Starts a program; without a persona, nothing is answered.
  init(
    _ program: String, arguments: [String], environment: [String: String], columns: Int, rows: Int,
    persona: TerminalModel.Persona?
  ) throws {
    let model = TerminalModel(columns: columns, rows: rows, persona: persona ?? .silent)
    let record = Record(model, attributes: persona?.attributes)
    self.record = record
    terminal = try PseudoTerminal(
      program, arguments: arguments,
      environment: TerminalSession.standardEnvironment.merging(environment) { $1 },
      size: .init(columns: columns, rows: rows), handle: record.take)
  }

  /// What a user sees.
  var screen: TerminalModel.Screen { record.read().screen }

  /// What was written from the start of the program until a text is there, and how long that took.
  func start(until text: String) async throws -> Duration {
    while !screen.contains(text) {
      try await Task.sleep(for: .milliseconds(1))
      guard started.duration(to: .now) < .seconds(30) else { throw Refusal("no \(text) on\n\(screen)") }
    }
    return started.duration(to: .now)
  }

  /// Returns the time from the start of the program until a screen is as it should be.
  func start(until look: (TerminalModel.Screen) -> Bool) async throws -> Duration {
    while !look(screen) {
      try await Task.sleep(for: .milliseconds(1))
      guard started.duration(to: .now) < .seconds(30) else {
        throw Refusal("not as it should be:\n\(screen)")
      }
    }
    return started.duration(to: .now)
  }

  /// Types keys and waits until the program is silent for a while and shows what it should; `look` is given the screen
  /// and the bytes that came.
  func cost(
    of keys: String, sinceStart: Bool = false, quiet: Duration = .milliseconds(60),
    until look: (TerminalModel.Screen, Int) -> Bool = { _, _ in true }
  ) async throws -> Cost {
    let before = record.now
    record.keepArrivals()
    let begin = ContinuousClock.now
    terminal.write(keys.utf8)
    while true {
      try await Task.sleep(for: .milliseconds(2))
      let now = record.now
      let bytes = now.count - before.count
      if bytes > 0, let last = now.last, last.duration(to: .now) >= quiet, look(screen, bytes) {
        let start = sinceStart ? started : begin
        return Cost(first: (record.arrivals.first?.time ?? last) - start, total: last - start, bytes: bytes)
      }
      guard begin.duration(to: .now) < .seconds(30) else {
        throw Refusal("after \(keys.debugDescription), \(bytes) bytes, it is not as it should be:\n\(screen)")
      }
    }
  }

  /// Types keys, looks at what comes as it comes until it is as it should be, and then pauses, whatever else comes.
  ///
  /// `look` is given the screen. The bytes of the cost are those until then.
  func cost(
    of keys: String, pause: Duration, seen look: (TerminalModel.Screen) -> Bool
  ) async throws -> Cost {
    var model = record.keepArrivals()
    let begin = ContinuousClock.now
    terminal.write(keys.utf8)
    var (number, bytes) = (0, 0)
    while true {
      let arrivals = record.arrivals
      // To look at the screen after each arrival would take longer than the pause if pictures come.
      var after = model
      for arrival in arrivals[number...] { after.feed(arrival.bytes) }
      if number < arrivals.count, look(after.screen) {
        let last = Self.first(of: arrivals[number...], after: model) { look($0.screen) }
        bytes += arrivals[number...last].reduce(0) { $0 + $1.bytes.count }
        try await Task.sleep(until: arrivals[last].time + pause)
        return Cost(first: arrivals[0].time - begin, total: arrivals[last].time - begin, bytes: bytes)
      }
      bytes += arrivals[number...].reduce(0) { $0 + $1.bytes.count }
      (model, number) = (after, arrivals.count)
      try await Task.sleep(for: .milliseconds(1))
      guard begin.duration(to: .now) < .seconds(30) else {
        throw Refusal(
          "after \(keys.debugDescription), \(bytes) bytes, it is not as it should be:\n\(model.screen)")
      }
    }
  }

  /// Types keys and waits until more than some bytes came and the program was silent for a while.
  ///
  /// Nothing is looked at: that takes longer than the pause between the repeats of a held key.
  func cost(of keys: String, pause: Duration, bytes least: Int) async throws -> Cost {
    record.keepArrivalsUnread()
    let begin = ContinuousClock.now
    terminal.write(keys.utf8)
    while true {
      try await Task.sleep(for: .milliseconds(1))
      let arrivals = record.arrivals
      let bytes = arrivals.reduce(0) { $0 + $1.bytes.count }
      if bytes > least, let last = arrivals.last?.time, last.duration(to: .now) >= pause {
        return Cost(first: arrivals[0].time - begin, total: last - begin, bytes: bytes)
      }
      guard begin.duration(to: .now) < .seconds(30) else {
        throw Refusal("after \(keys.debugDescription), only \(bytes) bytes:\n\(screen)")
      }
    }
  }

  /// Returns the index of the first arrival after which a terminal is as it should be, as it is after all of them.
  private static func first(
    of arrivals: ArraySlice<(time: ContinuousClock.Instant, bytes: [UInt8])>, after model: TerminalModel,
    until look: (TerminalModel) -> Bool
  ) -> Int {
    var (model, range) = (model, arrivals.indices)
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      var half = model
      for arrival in arrivals[range.lowerBound..<middle] { half.feed(arrival.bytes) }
      if look(half) {
        range = range.lowerBound..<middle
      } else {
        (model, range) = (half, middle..<range.upperBound)
      }
    }
    return range.lowerBound
  }

  /// What a change of the lists costs.
  struct Change {
    /// The time until the first byte.
    var first: Duration
    /// The time until the rows show what they show in the end.
    var rows: Duration
    /// The time until the last byte.
    var total: Duration
  }

  /// Rows of the lists, without the titles.
  static let listRows = 2..<20

  /// Types keys that change the rows of the lists, and waits until that was long ago.
  ///
  /// - Parameters:
  ///   - rows: The rows to compare.
  ///   - quiet: The silence that ends the change.
  func change(by keys: String, rows: Range<Int> = listRows, quiet: Duration) async throws -> Change {
    var model = record.keepArrivals()
    let before = Self.content(of: model.screen.lines[rows])
    let begin = ContinuousClock.now
    terminal.write(keys.utf8)
    var after = before
    while after == before {
      try await Task.sleep(for: .milliseconds(10))
      guard begin.duration(to: .now) < .seconds(60) else {
        throw Refusal("\(keys.debugDescription) does not change the rows:\n\(screen)")
      }
      guard let last = record.now.last, last > begin, last.duration(to: .now) >= quiet else { continue }
      after = Self.content(of: screen.lines[rows])
    }
    let arrivals = record.arrivals
    let shown = arrivals.first { arrival in
      model.feed(arrival.bytes)
      return Self.content(of: model.screen.lines[rows]) == after
    }
    guard let first = arrivals.first, let last = arrivals.last, let shown else {
      throw Refusal("\(keys.debugDescription) changes the rows later")
    }
    return Change(first: first.time - begin, rows: shown.time - begin, total: last.time - begin)
  }

  /// Returns lines without the scroll marks in their borders, which follow when all rows have been counted.
  private static func content(of lines: some Sequence<String>) -> [String] {
    lines.map { $0.replacing("┃", with: "│") }
  }

  /// Types keys that may change nothing, and waits until the program has been silent for a while.
  func press(_ keys: String, quiet: Duration) async throws {
    terminal.write(keys.utf8)
    try await Task.sleep(for: quiet)
    try await rest(quiet)
  }

  /// Waits until the program has been silent for a while.
  func rest(_ quiet: Duration) async throws {
    while let last = record.now.last, last.duration(to: .now) < quiet {
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Ends the program.
  func close() async throws {
    terminal.write([3])
    _ = try await end()
  }

  /// Waits until the program has ended; returns how long it ran, whether all went well, and the bytes it wrote.
  func end() async throws -> (time: Duration, isSuccess: Bool, bytes: Int) {
    while true {
      let now = record.now
      if let ended = now.ended { return (ended - started, terminal.status == .exited(0), now.count) }
      try await Task.sleep(for: .milliseconds(1))
    }
  }

  /// The most memory that the program has had, in bytes.
  var peakMemory: Int { memory("VmHWM:") }

  /// The memory that the program has, in bytes.
  var memory: Int { memory("VmRSS:") }

  private func memory(_ name: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/\(terminal.process)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 1024
  }
}

/// What came from the program.
private nonisolated final class Record: Sendable {
  private struct State: Sendable {
    var model: TerminalModel
    var unread: [[UInt8]] = []
    var count = 0
    var last: ContinuousClock.Instant?
    /// Whether questions may still come.
    var isAsked: Bool
    /// The last two bytes, with which a question may begin.
    var lastBytes: [UInt8] = []
    /// What came since the record began to keep it.
    var arrivals: [(time: ContinuousClock.Instant, bytes: [UInt8])]?
    /// Whether there is nothing more to read, and when both that and the process had come to an end.
    var isClosed = false
    var isGone = false
    var ended: ContinuousClock.Instant?
  }

  private let state: Mutex<State>

  /// The answer to DA1; empty if nothing is answered.
  private let identity: [UInt8]

  init(_ model: TerminalModel, attributes: String?) {
    identity = attributes.map { Array("\u{1b}[?\($0)c".utf8) } ?? []
    state = Mutex(State(model: model, isAsked: attributes != nil))
  }

  var now: (count: Int, last: ContinuousClock.Instant?, ended: ContinuousClock.Instant?) {
    state.withLock { ($0.count, $0.last, $0.ended) }
  }

  /// Begins to keep what comes from now on, and returns the terminal with what came before.
  @discardableResult
  func keepArrivals() -> TerminalModel {
    while true {
      let model = read()
      let isAll = state.withLock { state in
        if state.unread.isEmpty { state.arrivals = [] }
        return state.unread.isEmpty
      }
      if isAll { return model }
    }
  }

  /// Begins to keep what comes from now on, without reading what came before.
  func keepArrivalsUnread() { state.withLock { $0.arrivals = [] } }

  /// What came since then.
  var arrivals: [(time: ContinuousClock.Instant, bytes: [UInt8])] { state.withLock { $0.arrivals ?? [] } }

  func take(_ event: PseudoTerminal.Event) -> [UInt8] {
    switch event {
    case .output(let bytes): return take(bytes)
    case .endOfOutput: noteEnd { $0.isClosed = true }
    case .status(let status): if status.isEnd { noteEnd { $0.isGone = true } }
    }
    return []
  }

  private func noteEnd(_ change: (inout State) -> Void) {
    state.withLock { state in
      change(&state)
      if state.isClosed, state.isGone { state.ended = .now }
    }
  }

  private func take(_ bytes: [UInt8]) -> [UInt8] {
    let now = ContinuousClock.now
    return state.withLock { state in
      state.count += bytes.count
      state.last = now
      state.arrivals?.append((now, bytes))
      guard state.isAsked else {
        state.unread.append(bytes)
        return answers(to: bytes, after: &state.lastBytes)
      }
      let answer = state.model.feed(bytes)
      // The answer to DA1 ends what is asked at the start.
      if answer.last == UInt8(ascii: "c") { state.isAsked = false }
      return answer
    }
  }

  /// The answers to DA1, which the program asks to learn when everything before was processed.
  private func answers(to bytes: [UInt8], after last: inout [UInt8]) -> [UInt8] {
    let text = last + bytes
    last = text.suffix(2)
    var answers: [UInt8] = []
    var rest = text[...]
    while let escape = rest.firstIndex(of: 0x1B) {
      rest = rest[escape...].dropFirst()
      if rest.starts(with: "[c".utf8) { answers += identity }
    }
    return answers
  }

  /// Reads what has not been read, without waiting.
  func read() -> TerminalModel {
    var (model, unread) = state.withLock { state in
      defer { state.unread = [] }
      return (state.model, state.unread)
    }
    guard !unread.isEmpty else { return model }
    for bytes in unread { model.feed(bytes) }
    state.withLock { $0.model = model }
    return model
  }
}
