import Foundation
import Terminal
import TerminalUI

/// A line at the foot of the screen in which something is typed, with the choices above it.
final class PromptScreen: BrowserScreen {
  /// The use of the text.
  private(set) var task: any PromptTask
  private var field: TextField
  /// The choices offered instead of typing.
  private var picker: ChoiceList?
  /// The choices that are there before something is typed.
  private var choices: ChoiceList?
  /// The typed text that the choices in ``picker`` contain.
  private var narrowing = ""
  /// The error in the text, shown in the line above the prompt.
  var note: String?
  /// The text of the history that is shown, counted back from the latest; `nil` for what was typed.
  private var recalled: Int?
  /// The text that was typed before the history was looked at.
  private var typed = ""
  private var noteLines: [String] = []
  /// The lines above the prompt that something else covers.
  private var coveredLines = 0
  /// The loading of completions, and the number of steps to choose when they are there.
  private var loading: Task<Void, Never>?
  private var steps = 0

  init(_ task: any PromptTask) {
    self.task = task
    choices = task.choices
    // What is now chosen is seldom the beginning of another choice.
    field = TextField(prompt: task.label, text: task.initialText, isSelected: choices != nil)
    picker = choices
  }

  /// Loads the choices in full.
  func loadChoices() async {
    if let list = try? await task.loadChoices() { choices = list }
  }

  /// Uses a line as if it were typed, or the choice with the number that it is.
  ///
  /// The name of the key Esc gives up, and so does an empty line, unless the prompt asks for Enter alone.
  func answer(_ line: String, in browser: Browser) {
    if KeyEvent(name: line) == .escape { return cancel(in: browser) }
    if line.isEmpty { return task.awaitsEnter ? accept(in: browser) : cancel(in: browser) }
    use(choice(named: line) ?? line)
    let hint = note
    accept(in: browser)
    // A hint to a text that can be used all the same closes with the prompt.
    if let hint, !browser.screens.contains(self) { browser.toasts.show(Toast(.info, hint)) }
  }

  /// Returns the choice with a number; `nil` for a text that is a choice itself.
  private func choice(named line: String) -> String? {
    let offered = choices?.choices ?? []
    guard let number = Int(line), (1...max(1, offered.count)).contains(number), !offered.isEmpty,
      !offered.contains(where: { $0.text == line })
    else { return nil }
    return offered[number - 1].text
  }

  /// Loads the choices in full, and shows them where the short ones are.
  func loadChoices(in browser: Browser) {
    Task { [weak self, weak browser] in
      guard let list = try? await self?.task.loadChoices(), let self else { return }
      choices = list
      picker = list.narrowed(to: narrowing)?.choosing(picker?.chosen)
      browser?.surface.setNeedsFrame()
    }
  }

  var sharesFocus: Bool { true }

  var hints: [StatusLine.Segment] {
    let more = task.completes ? [KeyHint(.tab, "complete"), KeyHint("↑", key: .up, "former")] : []
    return ([KeyHint(.enter, "accept")] + more).map { .init($0) }
      + [.init(KeyHint(.escape, "cancel"), importance: 10)]
  }

  /// The question, and the choices with their numbers.
  var text: [String] {
    let offered = choices?.choices ?? []
    return [task.label.trimmingCharacters(in: .whitespaces)]
      + zip(1..., offered).map { number, choice in
        "\(number). "
          + [choice.label ?? choice.text, choice.meaning].filter { !$0.isEmpty }.joined(separator: ", ")
      } + ((note ?? task.facts).map { [$0] } ?? [])
  }

  // MARK: Frames

  func footHeight(in size: Size) -> Int { lines(in: size).count + 1 }

  /// The facts, or the error in the text, in up to three lines, or in more where these are at most a third of the frame.
  private func lines(in size: Size) -> [String] {
    guard let text = note ?? task.facts else { return [] }
    return WrappedText.lines(of: text, width: size.width - 2, limit: max(3, size.height / 3))
  }

  func layout(_ size: Size) { layout(size, coveredLines: 0) }

  func layout(_ size: Size, coveredLines: Int) {
    noteLines = lines(in: size)
    self.coveredLines = coveredLines
  }

  func draw(in canvas: Canvas, isFocused: Bool) {
    let (rest, foot) = canvas.bounds.cutBottom(noteLines.count + 1)
    // Where nothing fits, all choices show what there is.
    (picker ?? choices)?.draw(in: canvas.window(rest.cutBottom(coveredLines).rest))
    let style: Style = note == nil ? canvas.palette[.weak] : canvas.palette[.error]
    for (row, line) in noteLines.enumerated() {
      let place = canvas.window(Rect(x: 0, y: foot.minY + row, width: foot.width, height: 1))
      place.fill(style: note == nil ? .plain : style)
      place.draw(line, at: Point(x: 1, y: 0), width: max(0, place.size.width - 2), style: style)
    }
    let place = canvas.window(foot.cutBottom(1).bottom)
    place.fill()
    field.draw(in: place.window(place.bounds.inset(left: 1, right: 1)))
  }

  // MARK: Events

  func handle(_ event: InputEvent, in browser: Browser) {
    if chooses(event, in: browser) { return }
    switch field.handle(event) {
    case .changed:
      forgetFormerText()
      follow()
    case .accepted: accept(in: browser)
    case .canceled: cancel(in: browser)
    case .handled, .ignored: break
    }
  }

  /// Uses what was typed; a text that cannot be used stays, with the reason above it.
  ///
  /// The prompt closes only when its text was used, so that no key meant for it becomes a command.
  private func accept(in browser: Browser) {
    if task.isConfirmation, !confirms(field.text) { return cancel(in: browser) }
    do {
      browser.close(self)
      try task.accept(field.text)
      if !task.isConfirmation { browser.session.history.add(field.text, for: task.history) }
    } catch {
      note = (error as? any LocalizedError)?.failureReason ?? "\(error)"
      browser.open(self)
    }
  }

  private func confirms(_ text: String) -> Bool {
    ["", "y", "yes"].contains(text.trimmingCharacters(in: .whitespaces).lowercased())
  }

  func cancel(in browser: Browser) {
    forgetLoading()
    // Esc may come by mistake, as with Alt and an arrow in some terminals: Up fetches what was typed.
    if !task.isConfirmation, choices == nil, recalled == nil, field.text != task.initialText {
      browser.session.history.add(field.text, for: task.history)
    }
    browser.close(self)
    task.cancel()
  }

  /// Has the task follow the text, and shows why it cannot.
  private func follow() {
    do {
      try task.changed(to: field.text)
    } catch {
      note = "\(error)"
    }
  }

  /// Forgets what belonged to the former text: what was wrong with it, and its completions.
  private func forgetFormerText() {
    forgetLoading()
    note = nil
    recalled = nil
    narrowing = field.text
    picker = choices?.narrowed(to: narrowing)
  }

  // MARK: Choosing instead of typing

  /// Takes a key that completes what is typed, or goes through the choices or the history; false for other events.
  private func chooses(_ event: InputEvent, in browser: Browser) -> Bool {
    guard case .key(let key) = event else { return false }
    switch key {
    case .tab, .control("n"): choose(by: 1, in: browser)
    case .backTab, .control("p"): choose(by: -1, in: browser)
    case .down:
      if choices != nil {
        choose(by: 1, in: browser)
      } else {
        recall(by: -1, from: browser.session.history)
      }
    case .up:
      if choices != nil {
        choose(by: -1, in: browser)
      } else {
        recall(by: 1, from: browser.session.history)
      }
    default: return false
    }
    return true
  }

  private func choose(by step: Int, in browser: Browser) {
    guard choices == nil || picker != nil else { return }
    if picker == nil { picker = task.completions(of: field.text) }
    guard picker != nil else { return load(choosing: step, in: browser) }
    guard let text = picker?.choose(by: step) else { return }
    use(text)
    // The only completion is typed, and what follows it can be completed next.
    if choices == nil, picker?.choices.count == 1 { picker = nil }
  }

  /// Loads completions, and chooses the next of them when they are there, unless the text has changed by then.
  private func load(choosing step: Int, in browser: Browser) {
    let text = field.text
    steps += step
    guard loading == nil else { return }
    loading = Task { [weak self, weak browser] in
      let result: Result<ChoiceList?, any Error>
      do { result = .success(try await self?.task.loadCompletions(of: text)) } catch {
        result = .failure(error)
      }
      // Another text ends the loading.
      guard let self, let browser, !Task.isCancelled else { return }
      let steps = steps
      forgetLoading()
      var list: ChoiceList?
      switch result {
      case .success(let loaded): list = loaded
      case .failure(let error): note = "\(error)"
      }
      picker = list
      if list != nil {
        for _ in 0..<abs(steps) where picker != nil { choose(by: steps.signum(), in: browser) }
      }
      browser.surface.setNeedsFrame()
    }
  }

  private func forgetLoading() {
    loading?.cancel()
    loading = nil
    steps = 0
  }

  private func recall(by step: Int, from history: PromptHistory) {
    if recalled == nil { typed = field.text }
    guard let found = history.recall(from: recalled, by: step, typed: typed, for: task.history) else {
      return
    }
    use(found.text)
    recalled = found.index
    picker = nil
  }

  private func use(_ text: String) {
    forgetLoading()
    field = TextField(prompt: task.label, text: text)
    note = nil
    follow()
  }
}
