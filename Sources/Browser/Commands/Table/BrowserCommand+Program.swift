import Terminal
import TerminalUI

/// The program itself.
nonisolated extension BrowserCommand {
  static let program = [commandLine, help, messages, redraw, mouse, suspend, back, quit]

  static let commandLine = BrowserCommand(
    "program.command-line", "Command line", keys: [":"],
    help: "Call a command by its name, such as :sort views; Tab completes", group: .program,
    places: [.lists, .photo, .map, .deleted]
  ) { browser, _ in browser.ask(CommandPrompt(browser)) }

  static let help = BrowserCommand(
    "program.help", "Help", keys: ["?", .function(1)], help: "Show this help", group: .program,
    places: [.lists, .photo, .map, .deleted]
  ) { browser, _ in browser.showHelp() }

  static let messages = BrowserCommand(
    "program.messages", "Messages", keys: ["!"],
    help: "List the messages so far in full, newest first", group: .program,
    places: [.lists, .photo, .map, .deleted]
  ) { browser, _ in browser.showMessages() }

  static let redraw = BrowserCommand(
    "program.redraw", "Redraw", keys: [.control("l")], help: "Redraw the screen", group: .program,
    places: [.lists, .photo, .map, .deleted], traits: .anywhere
  ) { browser, _ in
    browser.pictures.forgetFailures()
    browser.surface.repaint()
  }

  static let mouse = BrowserCommand(
    "program.mouse", "Mouse", keys: ["M"],
    help: "Turn the mouse off, so that dragging selects text, or on", group: .program,
    places: [.lists, .photo, .map, .deleted]
  ) { browser, _ in browser.toggleMouse() }

  static let suspend = BrowserCommand(
    "program.suspend", "Suspend", keys: [.control("z")], help: "Go back to the shell", group: .program,
    places: [.lists, .photo, .map, .deleted], traits: .anywhere
  ) { browser, _ in browser.surface.suspend() }

  static let back = BrowserCommand(
    "program.back", "Back or quit", keys: ["q"],
    help: "Go back, or quit (Ctrl-C closes what is open, or quits)", group: .program
  ) { browser, _ in browser.goBack() }

  static let quit = BrowserCommand(
    "program.quit", "Quit", keys: [], help: "Quit, wherever one is", group: .program,
    places: [.lists, .photo, .map, .deleted], aliases: ["q"]
  ) { browser, _ in browser.leave() }
}
