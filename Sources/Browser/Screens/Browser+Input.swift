import ListChanges
import Terminal
import TerminalUI

extension Browser {
  /// Takes whatever comes from the terminal.
  func handle(_ event: InputEvent) {
    if event.isUse { wasUsed = true }
    if case .key(.control("c")) = event { return interrupt() }
    if case .capabilities(let terminal) = event { return usePictures(terminal) }
    if departure != nil { return handleWhileLeaving(event) }
    if mustWait(event) { return held.append(event) }
    if callsAnywhere(event) { return }
    switch mode {
    case .commands: handleCommand(event)
    case .prompt(let prompt): handle(event, in: prompt)
    case .help(let help): if help.handle(event) == .closed { mode = .commands }
    case .messages(let messages): if messages.handle(event) == .closed { mode = .commands }
    case .details: handleInDetails(event)
    }
    followPhotographer()
    followPhoto()
  }

  /// Returns a Boolean value that indicates whether an event is for rows that are still being read, or
  /// comes after one that is.
  ///
  /// Otherwise keys that come faster than photos are read would act on those of another photographer.
  private func mustWait(_ event: InputEvent) -> Bool {
    guard case .commands = mode else { return false }
    switch event {
    case .key(let key):
      if !held.isEmpty { return true }
      let traits = bindings.command(for: key, in: commandPlace)?.traits ?? []
      if traits.contains(.onWholeList), isFilling { return true }
      return photos.isTurning && (focus == .photos || traits.contains(.onPhotos))
    case .mouse, .paste: return photos.isTurning
    case .resize, .capabilities, .hangup: return false
    }
  }

  /// A Boolean value that indicates whether rows of the focused list are missing that are being read.
  private var isFilling: Bool {
    focus == .photos ? photos.list.isFilling : photographers.list.isFilling
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
    guard isForAnyMode(event), case .key(let key) = event else { return false }
    keyMaps[commandPlace]?.command(for: key)?.perform()
    return true
  }

  /// A Boolean value that indicates whether an event calls a command that works in every mode, and ends no message.
  private func isForAnyMode(_ event: InputEvent) -> Bool {
    guard case .key(let key) = event else { return false }
    return bindings.command(for: key, in: commandPlace)?.traits.contains(.anywhere) == true
  }

  /// Closes what is open over the lists or the photo; where nothing is, leaves the program.
  private func interrupt() {
    guard departure == nil else { return leave() }
    switch mode {
    case .commands: leave()
    case .prompt(let prompt): cancel(prompt)
    case .help, .messages, .details: mode = .commands
    }
  }

  private func handleCommand(_ event: InputEvent) {
    if event.beginsCommand, !isForAnyMode(event) { toasts.beginCommand() }
    switch event {
    case .key(let key): call(key)
    case .mouse(let mouse) where showsPhoto: handleOverPhoto(mouse)
    case .mouse(let mouse): handle(mouse)
    case .paste: toasts.show(Toast(.info, "Press \(key(.search)) or \(key(.filter)), then paste"))
    case .resize, .capabilities, .hangup: break
    }
  }

  private func call(_ key: KeyEvent) {
    guard case .command(let command, let count)? = keyMaps[commandPlace]?.consume(key) else { return }
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

  /// Returns a Boolean value that indicates whether a point is on the line between the two lists.
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
    if chooses(event, in: &prompt) { return }
    let outcome = prompt.field.handle(event)
    if outcome == .changed { prompt.textChanged() }
    mode = .prompt(prompt)
    switch outcome {
    case .changed: changed(prompt)
    case .accepted: accept(prompt)
    case .canceled: cancel(prompt)
    case .handled, .ignored: break
    }
  }
}

extension InputEvent {
  /// A Boolean value that indicates whether the event is user input.
  fileprivate var isUse: Bool {
    switch self {
    case .key, .mouse, .paste: true
    case .resize, .capabilities, .hangup: false
    }
  }

  /// A Boolean value that indicates whether the user goes on, so that the message in view ends.
  fileprivate var beginsCommand: Bool {
    switch self {
    case .key, .paste: true
    case .mouse(let mouse): [.press, .doublePress, .wheelUp, .wheelDown].contains(mouse.action)
    case .resize, .capabilities, .hangup: false
    }
  }
}
