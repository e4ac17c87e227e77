import Dispatch
import Foundation
import ListChanges
import PhotoLibrary
import Terminal
import TerminalUI

/// Lines of text instead of a screen: for screen readers, simple terminals and pipes.
///
/// A line that is read is a command by its name or its key, or the answer to what was asked for. Lines that are written say
/// what came of it, and what changes meanwhile; nothing is ever written over.
final class LineSurface: Surface {
  let capabilities: Capabilities
  var reportsMouse: Bool { false }

  private let write: (String) throws -> Void
  private let isPrompted: Bool
  /// The first error of writing.
  private(set) var outputError: (any Error)?
  private var ending: CheckedContinuation<EventLoop.Ending, Never>?
  private var signals: [any DispatchSourceSignal] = []
  private weak var browser: Browser?
  /// The operations that wait until something changed.
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private let quiet = Pause(.milliseconds(300))
  private var isAnswering = false
  /// The number of the condition that the next line waits for; `nil` if it waits for none.
  private var hold: Int?
  private var lastHold = 0
  private var said = Said()

  /// The state of the browser that was last put into words.
  private struct Said: Equatable {
    var summary = ""
    /// The same without the number of rows.
    var scope = ""
    var row: String?
    var photo: [String] = []
    var messages = 0
  }

  init(capabilities: Capabilities, isPrompted: Bool, write: @escaping (String) throws -> Void) {
    var capabilities = capabilities
    // Lines are read, and answers of the terminal are not.
    capabilities.acceptsClipboardData = false
    self.capabilities = capabilities
    self.isPrompted = isPrompted
    self.write = write
  }

  func stop() { end(.stopped) }
  func confirmNextFrame(_ body: @escaping () -> Void) { body() }
  func repaint() { said = Said(messages: said.messages) }
  func holdInput(atMost limit: Duration, until condition: @escaping @MainActor () async -> Void) {
    lastHold += 1
    hold = lastHold
    for end in [condition, { try? await Task.sleep(for: limit) }] {
      Task { [weak self, number = lastHold] in
        await end()
        guard let self, hold == number else { return }
        hold = nil
        setNeedsFrame()
      }
    }
  }
  func handleEarlier(_ events: [InputEvent]) { for event in events { browser?.handle(event) } }
  func suspend() { kill(0, SIGTSTP) }
  func lendTerminal(to body: () -> Void) { body() }
  func setMouse(_ isOn: Bool) {}
  func copy(_ data: [UInt8], type: String, onAnswer: (ClipboardAnswer) -> Void) {}
  func copy(lines: [String]) -> CopyOutcome {
    for line in lines { say(line) }
    return .printed
  }

  func setNeedsFrame(atOnce: Bool) {
    let waiters = waiting
    waiting = []
    for waiter in waiters { waiter.resume() }
    guard !isAnswering else { return }
    quiet.run { [weak self] in self?.announce() }
  }

  func run(_ browser: Browser) async -> EventLoop.Ending {
    self.browser = browser
    return await withCheckedContinuation { continuation in
      ending = continuation
      watchSignals()
      Task { await converse(browser) }
    }
  }

  private func end(_ reason: EventLoop.Ending) {
    for signal in signals { signal.cancel() }
    signals = []
    ending?.resume(returning: reason)
    ending = nil
    setNeedsFrame()
  }

  /// Has signals that end the program end the browser first, so that what was done is saved.
  private func watchSignals() {
    for number in [SIGINT, SIGTERM, SIGHUP] {
      // A program that is started meanwhile has the usual action again, which it would not if the signal were ignored.
      signal(number) { _ in }
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { MainActor.assumeIsolated { self.end(.signal(number)) } }
      source.activate()
      signals.append(source)
    }
  }

  // MARK: The conversation

  private func converse(_ browser: Browser) async {
    say("Type a command by its name or key: “help” lists them, an empty line reads on, “quit” ends.")
    await firstPhotos(browser)
    await finish(browser)
    while let line = await LineReader.next() {
      guard ending != nil else { return }
      isAnswering = true
      browser.session.wasUsed = true
      await answer(line.trimmingCharacters(in: .whitespaces), browser)
      await finish(browser)
    }
    // A save that fails keeps the browser open, and no further line can ask to leave it.
    while ending != nil {
      browser.leave()
      while ending != nil, browser.departure != nil { await change() }
    }
  }

  /// Waits for the photos that come with the program, which a new library fetches at once.
  private func firstPhotos(_ browser: Browser) async {
    while ending != nil, browser.refresh.isRunning, browser.refresh.refresher.isLocal { await change() }
  }

  private func change() async { await withCheckedContinuation { waiting.append($0) } }

  /// Waits until what was asked for is there, and says it.
  private func finish(_ browser: Browser) async {
    isAnswering = true
    while ending != nil, isBusy(browser) { await change() }
    if let prompt = browser.screens.top as? PromptScreen { await prompt.loadChoices() }
    isAnswering = false
    guard ending != nil else { return }
    browser.followPhoto()
    report(browser, isAnswer: true)
    if isPrompted { print("> ") }
  }

  private func isBusy(_ browser: Browser) -> Bool {
    hold != nil || browser.fetching.isRunning || browser.keyboard.heldCall != nil
      || browser.session.operations > 0
      || browser.lists.photos.isTurning
      || browser.departure != nil
      || !browser.lists.master.isReady && !browser.lists.master.hasFailed || browser.map?.isBusy == true
  }

  private func answer(_ line: String, _ browser: Browser) async {
    if let prompt = browser.screens.top as? PromptScreen {
      return prompt.answer(line, in: browser)
    }
    if line.isEmpty { return readOn(browser) }
    if let keys = keys(line, browser) {
      for key in keys { browser.handle(.key(key)) }
      return
    }
    browser.toasts.beginCommand()
    do {
      try browser.run(command(line))
      browser.followMaster()
    } catch {
      browser.toasts.show(Toast(.error, "\(error)"))
    }
  }

  /// Goes to the rows behind those that were read last; of a single photo to the next one.
  private func readOn(_ browser: Browser) {
    if browser.showsPhoto { return browser.step(1) }
    // A screen with rows of its own is read out at once; the row under its cursor is said again.
    guard browser.screens.top === browser.lists else { return }
    let view = browser.lists.focusedView
    view.moveOn(min(LinearText.page, max(0, browser.lists.focused.rowCount - view.position)))
    (said.summary, said.scope) = ("", "")
  }

  /// Returns the keys that a line stands for: one key with or without a number before it.
  private func keys(_ line: String, _ browser: Browser) -> [KeyEvent]? {
    // A digit can be a key, such as that of stars.
    if line.count == 1, let key = KeyEvent(name: line),
      browser.keyboard.bindings.command(for: key, in: browser.commandPlace) != nil
    {
      return [key]
    }
    let digits = line.prefix { $0.isASCII && $0.isNumber }
    let name = line.dropFirst(digits.count).drop { $0 == " " }
    guard let key = KeyEvent(name: String(name)), name.count == 1 || line.count > 2,
      browser.keyboard.bindings.command(for: key, in: browser.commandPlace) != nil || key == .escape
    else { return nil }
    return digits.compactMap { KeyEvent(name: String($0)) } + [key]
  }

  /// Returns the line without the colon that begins it on a screen; `/text` searches.
  private func command(_ line: String) -> String {
    if line.hasPrefix(":") { return String(line.dropFirst()) }
    return line.hasPrefix("/") ? "search " + line.dropFirst() : line
  }

  // MARK: Saying

  /// Says what has changed without a command.
  private func announce() {
    guard let browser, ending != nil, !isAnswering, !isBusy(browser) else { return }
    report(browser, isAnswer: false)
  }

  private func report(_ browser: Browser, isAnswer: Bool) {
    let former = said
    sayMessages(browser)
    let top = browser.screens.top
    if top is OverlayScreen || top is PromptScreen {
      if isAnswer { for line in top.text { say(line) } }
      if top is OverlayScreen { browser.close(top) }
      return
    }
    let lists = browser.lists
    guard top === lists else {
      let (text, row) = (top.text, top.rowText)
      if text != said.photo {
        for line in text { say(line) }
      } else if let row, !row.isEmpty, row != said.row || (isAnswer && said == former) {
        say(row)
      }
      said.photo = text
      // The list is read again after other rows.
      if row != nil { (said.summary, said.row) = ("", row) }
      return
    }
    let row = LinearText.row(lists.focusedView.position, of: lists.focused)
    let summary = lists.summary
    if summary != said.summary {
      let isSameList = lists.scopeSummary == said.scope
      let answer = isSameList ? [summary, row].filter { !$0.isEmpty } : lists.text
      for line in isAnswer ? answer : [summary] { say(line) }
    } else if row != said.row || !said.photo.isEmpty || (isAnswer && said == former) {
      say(row.isEmpty ? summary : row)
    }
    (said.summary, said.scope, said.row, said.photo) = (summary, lists.scopeSummary, row, [])
  }

  private func sayMessages(_ browser: Browser) {
    let toasts = browser.toasts
    let new = min(toasts.total - said.messages, toasts.history.count)
    for entry in toasts.history.suffix(new) {
      let hint = entry.toast.hint.map { " (\($0.text))" } ?? ""
      say((entry.toast.kind == .error ? "Error: " : "") + entry.toast.text + hint)
    }
    said.messages = toasts.total
  }

  private func say(_ line: String) { print(line + "\n") }

  private func print(_ text: String) {
    do {
      try write(text)
    } catch {
      outputError = outputError ?? error
      end(.hangup)
    }
  }
}
