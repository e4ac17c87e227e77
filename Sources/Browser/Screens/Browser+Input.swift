import FetchedResults
import ListChanges
import Terminal
import TerminalUI

extension Browser {
  /// Takes whatever comes from the terminal.
  func handle(_ event: InputEvent) {
    if event.isUse { session.wasUsed = true }
    let event = clickedHint(event).map(InputEvent.key) ?? escapeBeforeKey(event) ?? event
    if case .key(.control("c")) = event { return interrupt() }
    if case .capabilities(let terminal) = event { return usePictures(terminal) }
    if departure != nil { return handleWhileLeaving(event) }
    if event == .key(.escape), givesUpRequest() { return }
    if mustWait(event) { return keyboard.held.append(event) }
    if callsAnywhere(event) { return }
    if screens.takesCommands { callCommand(event) } else { screens.top.handle(event, in: self) }
    followMaster()
    followPhoto()
  }

  /// Returns the key of the hint that is clicked.
  ///
  /// The hints of messages are keys of commands, which would be typed into a prompt.
  private func clickedHint(_ event: InputEvent) -> KeyEvent? {
    guard case .mouse(let mouse) = event, [.press, .doublePress].contains(mouse.action) else { return nil }
    return screens.frame?.key(at: mouse.point, includingMessages: screens.takesCommands)
  }

  /// Returns Esc for a key with Alt that means nothing to what is open over the screens, if it can be Esc and another key.
  ///
  /// tmux keeps Esc back for half a second by default, and sends it together with the next key. That key is dropped: as a command it
  /// would surprise users who did press Alt.
  private func escapeBeforeKey(_ event: InputEvent) -> InputEvent? {
    guard case .key(let key) = event, key.readsAsEscapeAndKey, !surface.capabilities.distinguishesKeys,
      departure == nil, !screens.takesCommands, !TextField.hasMeaning(key), !isForAnyMode(event)
    else { return nil }
    return .key(.escape)
  }

  /// Returns a Boolean value that indicates whether an event is for rows that are still being read, or
  /// comes after one that is.
  ///
  /// Otherwise keys that come faster than photos are read would act on those of another photographer.
  private func mustWait(_ event: InputEvent) -> Bool {
    guard screens.takesCommands, !isForAnyMode(event) else { return false }
    if isOpening { return event.isUse }
    switch event {
    case .key(let key):
      return keyboard.isHolding
        || mustWait(for: keyboard.bindings.command(for: key, in: commandPlace)?.traits ?? [])
    case .mouse, .paste:
      return keyboard.isHolding || awaitsPhotos || lists.likeness.isRunning
        || session.renaming.isRunning || movedList.isRestarting
    case .resize, .capabilities, .hangup: return false
    }
  }

  /// Returns a Boolean value that indicates whether a command with some traits is for rows that are still being read.
  private func mustWait(for traits: BrowserCommand.Traits) -> Bool {
    if isOpening || isRequesting || session.renaming.isRunning || movedList.isRestarting { return true }
    if traits.contains(.onArrangement) { return false }
    if movedList.isFilling, traits.contains(.onWholeList) || namesLaterRow(traits) { return true }
    return awaitsPhotos && (lists.focus == .photos || traits.contains(.onPhotos))
  }

  /// Returns a Boolean value that indicates whether a command with some traits is for a row that is not among the first.
  private func namesLaterRow(_ traits: BrowserCommand.Traits) -> Bool {
    traits.contains(.onNumberedRow) && (keyMap.count ?? 1) > ListPart.firstCount
  }

  /// A Boolean value that indicates whether what is open has nothing yet that a key could be for: the cursor of a map goes from one
  /// number to another, which are being counted, and the deleted photos are being read.
  private var isOpening: Bool { map?.isCounting == true || deleted?.isReading == true }

  /// Performs a typed command with some traits, or has it wait as its key would; its errors become messages then.
  ///
  /// - Throws: The errors of the command, if it need not wait.
  func whenListed(_ traits: BrowserCommand.Traits, _ perform: @escaping () throws -> Void) throws {
    guard mustWait(for: traits) else { return try perform() }
    keyboard.heldCall = (traits, { [weak self] in self?.attempt(perform) })
  }

  /// A Boolean value that indicates whether keys wait for what is being looked for: the match in the list that they go to, or
  /// the photos that are like one.
  private var isRequesting: Bool {
    lists.likeness.isRunning || lists.search.isSearching && lists.search.pane == lists.focus
  }

  /// Gives up what keys wait for, and what was typed for it; returns `false` if they wait for nothing.
  private func givesUpRequest() -> Bool {
    guard screens.takesCommands, isRequesting else { return false }
    keyboard.dropHeld()
    if lists.likeness.isRunning { lists.likeness.giveUp() } else { lists.search.forget() }
    surface.setNeedsFrame()
    return true
  }

  /// A Boolean value that indicates whether the listed photos are not yet those of the title and the filter.
  private var awaitsPhotos: Bool { lists.photos.isTurning || lists.photos.isArranging }

  /// Takes what waited, now that the photos are here; an event may have those behind it wait again.
  func handleHeld() {
    if let call = keyboard.heldCall {
      guard !mustWait(for: call.traits) else { return }
      keyboard.heldCall = nil
      call.perform()
      followMaster()
      followPhoto()
      surface.setNeedsFrame()
    }
    guard !awaitsPhotos, !keyboard.held.isEmpty else { return }
    let events = keyboard.held
    keyboard.held = []
    surface.handleEarlier(events)
    surface.setNeedsFrame()
  }

  /// Does what can be called whatever keys are for just now; false if the event calls nothing of the kind, or is a character, which
  /// may be typed into a text.
  private func callsAnywhere(_ event: InputEvent) -> Bool {
    if screens.takesCommands { return false }
    guard isForAnyMode(event), case .key(let key) = event, key.typed == nil else { return false }
    keyMap.command(for: key)?.perform()
    return true
  }

  /// Returns a Boolean value that indicates whether an event calls a command that works in every mode, and ends no message: it
  /// waits for nothing.
  func isForAnyMode(_ event: InputEvent) -> Bool {
    guard case .key(let key) = event else { return false }
    return keyboard.bindings.command(for: key, in: commandPlace)?.traits.contains(.anywhere) == true
  }

  /// Closes what is open over the lists or the photo; where nothing is, leaves the program.
  private func interrupt() {
    guard departure == nil else { return leave() }
    if screens.takesCommands { leave() } else { screens.top.cancel(in: self) }
  }

  /// Calls the command of a key; other events go to the screen whose commands keys call.
  func callCommand(_ event: InputEvent) {
    if event.beginsCommand, !isForAnyMode(event) { toasts.beginCommand() }
    switch event {
    case .key(let key): call(key)
    case .mouse: screens.top.handle(event, in: self)
    case .paste: toasts.show(Toast(.info, "Press \(key(.search)) or \(key(.filter)), then paste"))
    case .resize, .capabilities, .hangup: break
    }
  }

  private func call(_ key: KeyEvent) {
    guard let (command, count) = keyMap.consume(key) else { return showAbsence(ofCommandFor: key) }
    if case .disabled(let reason) = command.perform(count: count) {
      toasts.show(Toast(.info, reason))
    }
  }

  /// Says how to get to the command that a key calls in other places only; not of a digit, which belongs to a count.
  private func showAbsence(ofCommandFor key: KeyEvent) {
    guard keyMap.count == nil, keyboard.bindings.command(for: key, in: commandPlace) == nil,
      let command = keyboard.bindings.command(for: key)
    else { return }
    toasts.show(Toast(.info, reasonForAbsence(of: command)))
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
