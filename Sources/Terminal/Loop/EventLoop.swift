internal import CNcurses
internal import Dispatch
internal import Glibc

/// Waits for the terminal, and has one frame drawn after whatever came at once.
///
/// Everything happens on the main actor, through the main queue: between two turns of the loop its other work
/// runs. Nothing is polled; an idle program costs nothing.
@MainActor public final class EventLoop {
  private let screen: Screen
  private let defersSignals: Bool
  private var handle: (InputEvent) -> Void = { _ in }
  private var isUrgent: (InputEvent) -> Bool = { _ in false }
  private var draw: (Canvas) -> Void = { _ in }
  private var clicks = ClickCounter()
  private var sources: [any DispatchSourceProtocol] = []
  private var escapeTimer: (any DispatchSourceTimer)?
  /// The end of the moment that the rest of a sequence gets; nil if none has begun.
  private var sequenceEnd: DispatchTime?
  private var answerTimer: (any DispatchSourceTimer)?
  private let outerQuestion = RepeatedQuestion()
  private var notices: (reading: CInt, writing: CInt) = (-1, -1)
  private var needsFrame = false
  private var frameIsScheduled = false
  private var pacing = FramePacing()
  private var ending: CheckedContinuation<Ending, Never>?
  /// The input that came while input is held back, and the number of the hold; `nil` while it is not.
  private var held: (events: [InputEvent], number: Int)?
  private var lastHold = 0

  /// The reason why the loop ended.
  public enum Ending: Hashable, Sendable {
    /// ``EventLoop/stop()`` was called.
    case stopped
    /// The terminal is gone.
    case hangup
    /// A signal asks the program to end; see ``EventLoop/init(screen:defersSignals:)``.
    case signal(Int32)
  }

  /// The time after which a signal that was deferred ends the program.
  public static let signalGrace = Duration.seconds(8)

  /// The time to wait for the rest of a sequence; after it, Esc counts as a key.
  private static let escapeDelay = DispatchTimeInterval.milliseconds(25)
  /// The same while the terminal's answers may come in pieces.
  private static let answerDelay = DispatchTimeInterval.milliseconds(100)
  /// The same when it can be nothing but a sequence.
  private static let sequenceDelay = DispatchTimeInterval.seconds(1)

  /// Creates a loop for a screen.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - defersSignals: A Boolean value that indicates whether SIGTERM, SIGHUP and SIGINT end the loop instead of the program.
  ///     The program must then end within ``signalGrace``, or the signal ends it after all; a second SIGTERM or SIGINT does so at once.
  public init(screen: Screen, defersSignals: Bool = false) {
    self.screen = screen
    self.defersSignals = defersSignals
  }

  /// Draws a first frame and runs until ``stop()``, the end of the terminal, or a signal that is deferred; returns which
  /// of them it was.
  ///
  /// `handle` gets the events in order; when all that came at once have been handled, `draw` draws one frame. An event for which
  /// `isUrgent` returns `true` is handled at once although input is held back (``holdInput(atMost:until:)``).
  /// The loop queries the terminal for its capabilities; the first frame does not wait for the answers, which come as
  /// ``InputEvent/capabilities(_:)``. SIGTSTP suspends the screen; Control-Z comes as a key, whose command is to call ``suspend()``.
  @discardableResult
  public func run(
    handle: @escaping @MainActor (InputEvent) -> Void,
    isUrgent: @escaping @MainActor (InputEvent) -> Bool = { _ in false },
    draw: @escaping @MainActor (Canvas) -> Void
  ) async -> Ending {
    self.handle = handle
    self.isUrgent = isUrgent
    self.draw = draw
    listen()
    screen.measure()
    screen.ask()
    limitPatience()
    drawFrame()
    return await withCheckedContinuation { ending = $0 }
  }

  /// Ends the loop; ``run(handle:isUrgent:draw:)`` returns.
  ///
  /// The screen stays open.
  public func stop() { end(.stopped) }

  private func end(_ reason: Ending) {
    TerminalGuard.watch(noticesTo: -1)
    for source in sources { source.cancel() }
    sources = []
    escapeTimer?.cancel()
    escapeTimer = nil
    answerTimer?.cancel()
    answerTimer = nil
    outerQuestion.cancel()
    ending?.resume(returning: reason)
    ending = nil
  }

  /// Has a frame drawn when the work now waiting for the main actor is done.
  ///
  /// May be called at any time and as often as one likes: while changes come in a stream, about 33 frames a second are
  /// drawn, besides those after input.
  ///
  /// - Parameter atOnce: A Boolean value that indicates whether the change completes what the user waits for, so that its
  ///   frame is not one of a stream.
  public func setNeedsFrame(atOnce: Bool = false) {
    needsFrame = true
    guard atOnce || !frameIsScheduled, ending != nil else { return }
    frameIsScheduled = true
    let delay = atOnce ? .zero : pacing.delay(at: .now)
    onMainQueue(after: delay) { loop in
      loop.frameIsScheduled = false
      guard loop.needsFrame else { return }
      loop.pacing.drew(at: .now)
      loop.drawFrameIfNeeded()
    }
  }

  /// Has a frame drawn, and runs `body` when the terminal has processed it, or at once if the terminal answers nothing.
  ///
  /// A later call takes the place of one whose frame was not processed yet.
  public func confirmNextFrame(_ body: @escaping () -> Void) {
    screen.confirmNextFrame(body)
    setNeedsFrame()
  }

  /// Suspends the program, as Control-Z does, and redraws everything when it continues.
  public func suspend() {
    let size = screen.size
    screen.suspend()
    afterPause(from: size)
  }

  /// Gives the terminal to `body`, such as another program in the foreground, and redraws everything after it.
  public func lendTerminal(to body: () -> Void) {
    let size = screen.size
    screen.lend(to: body)
    afterPause(from: size)
  }

  /// Redraws everything, regardless of what the terminal shows.
  ///
  /// Inside tmux, the terminal around it is asked again, and forgotten if it does not answer: it may be another one.
  public func repaint() {
    screen.repaint()
    askOuterAgain(forgets: true)
    setNeedsFrame()
  }

  /// Puts data of a MIME type into the clipboard of the terminal.
  ///
  /// `onAnswer` runs when the terminal answers, or never: another copy or program may come between.
  ///
  /// - Precondition: The terminal accepts such data (``Capabilities/acceptsClipboardData``).
  /// - Complexity: O(*n*) in the number of bytes, spread over frames.
  public func copy(_ data: [UInt8], type: String, onAnswer: @escaping (ClipboardAnswer) -> Void) {
    screen.copy(data, type: type, onAnswer: onAnswer)
    setNeedsFrame()
  }

  /// Holds back input that has not been handled until `condition` returns, but no longer than `limit`.
  ///
  /// The screen is drawn meanwhile. A later call takes the place of one that has not ended.
  public func holdInput(atMost limit: Duration, until condition: @escaping @MainActor () async -> Void) {
    lastHold += 1
    let number = lastHold
    held = (held?.events ?? [], number)
    Task { [weak self] in
      await condition()
      self?.release(number)
    }
    onMainQueue(after: limit) { $0.release(number) }
  }

  /// Handles input that waited for something else.
  ///
  /// It comes before input that is held back (``holdInput(atMost:until:)``), and is held back with it.
  public func handleEarlier(_ events: [InputEvent]) {
    if held == nil { deliver(events) } else { held?.events.insert(contentsOf: events, at: 0) }
  }

  private func release(_ number: Int) {
    guard let held, held.number == number else { return }
    self.held = nil
    deliver(held.events)
    notifyCapabilities()
    drawFrameIfNeeded()
  }

  private func afterPause(from size: Size) {
    if screen.size != size { handle(.resize(screen.size)) }
    notifyCapabilities()
    setNeedsFrame()
  }

  private func drawFrameIfNeeded() {
    if needsFrame, ending != nil { drawFrame() }
  }

  private func drawFrame() {
    needsFrame = false
    screen.draw(draw)
    if screen.needsAnotherFrame { setNeedsFrame() }
    if screen.awaitsPictures { onMainQueue(after: UploadPacing.patience) { $0.drawOverduePictures() } }
  }

  private func drawOverduePictures() {
    if screen.awaitsPictures { setNeedsFrame() }
  }

  private func onMainQueue(
    after delay: Duration = .zero, _ work: @escaping @MainActor @Sendable (EventLoop) -> Void
  ) {
    let item: @Sendable () -> Void = { MainActor.assumeIsolated { work(self) } }
    if delay > .zero {
      DispatchQueue.main.asyncAfter(deadline: .now() + delay / .seconds(1), execute: item)
    } else {
      DispatchQueue.main.async(execute: item)
    }
  }
}

extension EventLoop {
  private func listen() {
    var ends: [CInt] = [-1, -1]
    if pipe2(&ends, O_NONBLOCK | O_CLOEXEC) == 0 {
      notices = (ends[0], ends[1])
      TerminalGuard.watch(noticesTo: ends[1])
      if defersSignals { TerminalGuard.setGrace(Int32(Self.signalGrace.components.seconds)) }
      sources.append(source(ends[0]) { $0.readNotices() })
      sources.last?.setCancelHandler {
        close(ends[0])
        close(ends[1])
      }
    }
    sources.append(source(STDIN_FILENO) { $0.readInput() })
    for source in sources { source.activate() }
  }

  private func source(
    _ descriptor: CInt, _ work: @escaping @MainActor @Sendable (EventLoop) -> Void
  ) -> any DispatchSourceRead {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    source.setEventHandler { MainActor.assumeIsolated { work(self) } }
    return source
  }

  /// Reads and handles all that is there, then draws.
  private func readInput() {
    TerminalGuard.prepareThread()
    var buffer = [UInt8](repeating: 0, count: 4096)
    // Also before the first time: what the main queue was notified of may have been read by then.
    while ending != nil, hasInput {
      let count = read(STDIN_FILENO, &buffer, buffer.count)
      if count < 0, errno == EINTR || errno == EAGAIN { break }
      guard count > 0 else { return hangUp() }
      // A long frame can have held up the end of the moment.
      let isLate = sequenceEnd.map { $0 < .now() } ?? false
      sequenceEnd = nil
      let bytes = buffer[..<count]
      let events = isLate ? screen.parser.parseLate(bytes) : screen.parser.parse(bytes)
      deliver(events.map { counted($0) })
      screen.apply(screen.parser.removeAnswers())
    }
    // The terminal may have processed the pictures for which others wait.
    needsFrame = needsFrame || screen.needsAnotherFrame
    if !screen.awaitsAnswers { answerTimer?.cancel() }
    notifyCapabilities()
    awaitRestOfSequence()
    drawFrameIfNeeded()
    screen.sendAhead()
  }

  private var hasInput: Bool {
    var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 0) > 0
  }

  private func deliver(_ events: [InputEvent]) {
    for event in events where ending != nil {
      if held != nil, !isUrgent(event) {
        held?.events.append(event)
        continue
      }
      needsFrame = true
      handle(event)
    }
  }

  /// Returns an event that comes now, a click with its number.
  private func counted(_ event: InputEvent) -> InputEvent {
    guard case .mouse(let mouse) = event else { return event }
    return .mouse(clicks.counted(mouse, at: .now))
  }

  /// Notifies the observer of the terminal's capabilities if they have changed.
  private func notifyCapabilities() {
    guard ending != nil, let news = screen.capabilityNews() else { return }
    deliver([.capabilities(news)])
  }

  /// Takes a terminal that does not answer for what it seems to be; should an answer come late, it counts.
  private func limitPatience() {
    guard screen.awaitsAnswers else { return notifyWhenRunning() }
    if screen.capabilities.isInsideTmux { outerQuestion.begin(screen.ask) {} }
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now() + Screen.patience / .seconds(1))
    timer.setEventHandler { MainActor.assumeIsolated { self.giveUpAnswers() } }
    timer.activate()
    answerTimer = timer
  }

  /// Asks the terminal around tmux, which may be another one by now.
  ///
  /// - Parameter forgets: A Boolean value that indicates whether a terminal that was known before is forgotten if it does not
  ///   answer. Behind another window of tmux, none gets the question.
  private func askOuterAgain(forgets: Bool) {
    guard screen.capabilities.isInsideTmux else { return }
    screen.askOuterAgain()
    outerQuestion.begin(screen.ask) { [self] in
      screen.endDoubt(forgetting: forgets)
      notifyCapabilities()
      drawFrameIfNeeded()
    }
  }

  /// A terminal that is not asked is known at once, but the loop must have begun.
  private func notifyWhenRunning() {
    onMainQueue { loop in
      loop.notifyCapabilities()
      loop.drawFrameIfNeeded()
    }
  }

  private func giveUpAnswers() {
    answerTimer = nil
    screen.giveUpAnswers()
    notifyCapabilities()
    drawFrameIfNeeded()
  }

  private func hangUp() {
    handle(.hangup)
    end(.hangup)
  }

  /// Gives an unfinished sequence a moment, after which it was the key Esc.
  private func awaitRestOfSequence() {
    escapeTimer?.cancel()
    (escapeTimer, sequenceEnd) = (nil, nil)
    guard screen.parser.isWaiting, ending != nil else { return }
    let timer = DispatchSource.makeTimerSource(queue: .main)
    let delay = screen.awaitsAnswers ? Self.answerDelay : Self.escapeDelay
    let end = DispatchTime.now() + (screen.parser.isInsideSequence ? Self.sequenceDelay : delay)
    timer.schedule(deadline: end)
    timer.setEventHandler { MainActor.assumeIsolated { self.giveUpSequence() } }
    timer.activate()
    (escapeTimer, sequenceEnd) = (timer, end)
  }

  private func giveUpSequence() {
    guard escapeTimer != nil else { return }
    escapeTimer = nil
    // The rest may have come while a frame was drawn.
    if hasInput { return readInput() }
    deliver(screen.parser.giveUp())
    drawFrameIfNeeded()
  }

  private func readNotices() {
    var signals = [UInt8](repeating: 0, count: 256)
    let count = read(notices.reading, &signals, signals.count)
    guard count > 0 else { return }
    let size = screen.size
    let came = Set(signals[..<count].map(CInt.init))
    if let signal = came.intersection([SIGTERM, SIGHUP, SIGINT]).first { return end(.signal(signal)) }
    if came.contains(SIGTSTP) {
      screen.suspend()
    } else if came.contains(SIGCONT) {
      screen.resume()
    } else {
      screen.measure()
      // A window that shrank and grew again has its old size, but has lost what did not fit meanwhile.
      screen.repaint()
      // tmux may have been attached from a terminal of another size.
      askOuterAgain(forgets: false)
    }
    afterPause(from: size)
    drawFrameIfNeeded()
  }
}
