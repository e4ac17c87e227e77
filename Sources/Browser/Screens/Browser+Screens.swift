import PhotoLibrary
import TerminalUI

/// Opening and closing screens.
extension Browser {
  /// The place whose commands keys call now.
  var commandPlace: BrowserCommand.Place { screens.place }

  /// A Boolean value that indicates whether the photo under the cursor is seen alone.
  var showsPhoto: Bool { screens.contains(photo) }

  /// Opens a screen over all others.
  func open(_ screen: any BrowserScreen) { screens.push(screen) }

  /// Closes a screen; those above it stay.
  func close(_ screen: any BrowserScreen) {
    screens.remove(screen)
    guard screens.takesCommands, !session.waitingForCommands.isEmpty else { return }
    // A prompt that is accepted closes before its text is used.
    Task { [weak self] in self?.performWaiting() }
  }

  /// Performs work that must not come in the middle of typing: now, or when no prompt and nothing else is open that keys go to.
  func whenCommandsAreTaken(_ work: @escaping () -> Void) {
    session.waitingForCommands.append(work)
    performWaiting()
  }

  private func performWaiting() {
    guard screens.takesCommands else { return }
    let waiting = session.waitingForCommands
    session.waitingForCommands = []
    for work in waiting { work() }
  }

  /// Shows the commands that can be called here.
  func showHelp() {
    let commands = keyboard.bindings.commands(in: commandPlace).map { $0.bound(to: self) }
    open(OverlayScreen(HelpView(commands: commands, note: Self.notice)))
  }

  /// Lists the messages so far.
  func showMessages() { open(OverlayScreen(MessagesView(toasts))) }

  /// Shows everything known about the photo under the cursor.
  func showDetails() {
    open(OverlayScreen(DetailsCard(lists.facts, library.gazetteer) { [weak self] in self?.current }))
    fetchShot(of: current)
  }
}
