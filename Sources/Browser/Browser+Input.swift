import ListChanges
import Terminal
import TerminalUI

extension Browser {
  /// Takes whatever comes from the terminal.
  func handle(_ event: InputEvent) {
    if event.isUse { wasUsed = true }
    if case .key(.control("c")) = event { return leave() }
    if case .capabilities(let terminal) = event { return usePictures(terminal) }
    if departure != nil { return handleWhileLeaving(event) }
    if mustWait(event) { return held.append(event) }
    if callsAnywhere(event) { return }
    // While something is typed, its line hides the error: it has not been seen yet.
    if case .key = event, !isTyping, toasts.dismissError() { return }
    switch mode {
    case .commands: handleCommand(event)
    case .prompt(let prompt): handle(event, in: prompt)
    case .help(let help): if help.handle(event) == .closed { mode = .commands }
    case .details: handleInDetails(event)
    }
    followPhotographer()
    followPhoto()
  }

  /// Whether an event is for photos that are still being read, or comes after one that is.
  ///
  /// Otherwise keys that come faster than photos are read would act on those of another photographer.
  private func mustWait(_ event: InputEvent) -> Bool {
    guard photos.isTurning, case .commands = mode else { return false }
    switch event {
    case .key(let key):
      let command = keyMap.command(for: key)?.description
      return !held.isEmpty || focus == .photos || command.map(CommandList.onPhotos.contains) == true
    case .mouse, .paste: return true
    case .resize, .capabilities, .hangup: return false
    }
  }

  /// Takes what waited, now that the photos are here.
  func handleHeld() {
    guard !photos.isTurning, !held.isEmpty else { return }
    let events = held
    held = []
    for event in events { handle(event) }
    loop.setNeedsFrame()
  }

  /// Does what can be called whatever keys are for just now; false if the event calls nothing of the kind.
  private func callsAnywhere(_ event: InputEvent) -> Bool {
    if case .commands = mode { return false }
    guard case .key(let key) = event, let command = keyMap.command(for: key),
      CommandList.anywhere.contains(command.description)
    else { return false }
    command.perform()
    return true
  }

  private var isTyping: Bool {
    if case .prompt = mode { true } else { false }
  }

  private func handleCommand(_ event: InputEvent) {
    switch event {
    case .key(let key): call(key)
    case .mouse(let mouse) where showsPhoto: handleOverPhoto(mouse)
    case .mouse(let mouse): handle(mouse)
    case .paste: toasts.show(Toast(.info, "Pasted text goes into a search or filter", hint: "/ search"))
    case .resize, .capabilities, .hangup: break
    }
  }

  private func call(_ key: KeyEvent) {
    let outcome = showsPhoto ? photoKeyMap.take(key) : keyMap.take(key)
    guard case .command(let command, let count) = outcome else { return }
    if case .disabled(let reason) = command.perform(count: count) {
      toasts.show(Toast(.info, reason))
    }
  }

  private func handleInDetails(_ event: InputEvent) {
    switch event {
    case .key("j"), .key(.down): details.scroll(by: 1)
    case .key("k"), .key(.up): details.scroll(by: -1)
    case .key(.pageDown), .key(.control("d")), .key(" "): details.scroll(by: 10)
    case .key(.pageUp), .key(.control("u")): details.scroll(by: -10)
    case .key("o"), .key("y"): handleCommand(event)
    case .mouse(let mouse) where mouse.action == .wheelDown: details.scroll(by: 3)
    case .mouse(let mouse) where mouse.action == .wheelUp: details.scroll(by: -3)
    case .mouse(let mouse) where mouse.action != .press: break
    case .key, .mouse: mode = .commands
    case .paste, .resize, .capabilities, .hangup: break
    }
  }

  // MARK: Mouse

  private func handle(_ mouse: MouseEvent) {
    if mouse.action == .release { isDraggingBoundary = false }
    if mouse.action == .drag, isDraggingBoundary {
      return moveBoundary(to: mouse.point.x)
    }
    guard let index = frames.prefix(2).firstIndex(where: { $0?.contains(mouse.point) == true }),
      let pane = Pane(rawValue: index), let frame = frames[index]
    else { return }
    switch mouse.action {
    case .wheelUp: view(of: pane).wheel(-1)
    case .wheelDown: view(of: pane).wheel(1)
    case .press where isBoundary(mouse.point): isDraggingBoundary = true
    case .press: click(mouse.point, in: pane, frame, opens: false)
    case .doublePress: click(mouse.point, in: pane, frame, opens: true)
    default: break
    }
  }

  /// Whether a point is on the line between the two lists.
  private func isBoundary(_ point: Point) -> Bool {
    guard let left = frames.first ?? nil, frames.count > 1, frames[1] != nil else { return false }
    return point.x == left.maxX - 1 || point.x == left.maxX
  }

  private func moveBoundary(to x: Int) {
    if photos.list.showsGrid {
      sheetLayout.moveBoundary(to: x, in: Rect(screen.size))
    } else {
      layout.moveBoundary(to: x, in: Rect(screen.size))
    }
  }

  private func handleOverPhoto(_ mouse: MouseEvent) {
    switch mouse.action {
    case .wheelUp: step(-1)
    case .wheelDown: step(1)
    case .doublePress: closePhoto()
    default: break
    }
  }

  private func click(_ point: Point, in pane: Pane, _ frame: Rect, opens: Bool) {
    focus = pane
    let place = Point(x: point.x - frame.minX - 1, y: point.y - frame.minY - 1)
    guard let path = view(of: pane).row(at: place) else { return }
    view(of: pane).select(path)
    if opens { open() }
  }

  // MARK: Prompts

  private func handle(_ event: InputEvent, in prompt: Prompt) {
    var prompt = prompt
    if let text = prompt.picker?.handle(event) {
      prompt.field = TextField(prompt: prompt.field.prompt, text: text)
      return mode = .prompt(prompt)
    }
    let outcome = prompt.field.handle(event)
    mode = .prompt(prompt)
    switch outcome {
    case .changed: changed(prompt)
    case .accepted: accept(prompt)
    case .cancelled: cancel(prompt)
    case .handled, .ignored: break
    }
  }
}

extension InputEvent {
  /// Whether somebody did something.
  fileprivate var isUse: Bool {
    switch self {
    case .key, .mouse, .paste: true
    case .resize, .capabilities, .hangup: false
    }
  }
}
