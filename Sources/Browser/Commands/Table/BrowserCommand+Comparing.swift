import Terminal
import TerminalUI

/// Keys of photos that are seen beside each other.
nonisolated extension BrowserCommand {
  static let comparing = [nextPane, previousPane, choosePane, alone, closeCompare]

  static let nextPane = BrowserCommand(
    "compare.next-photo", "Next photo", keys: [.tab], help: "Go to the photo at the right", group: .compare,
    places: [.compare]
  ) { browser, _ in browser.step(1) }

  static let previousPane = BrowserCommand(
    "compare.previous-photo", "Previous photo", keys: [.backTab], help: "Go to the photo at the left",
    group: .compare, places: [.compare]
  ) { browser, _ in browser.step(-1) }

  static let choosePane = BrowserCommand(
    "compare.choose", "Choose", keys: [.enter], help: "Pick this photo, reject the others, and go back",
    group: .compare, places: [.compare], traits: .onPhotos
  ) { browser, _ in browser.chooseCompared() }

  static let alone = BrowserCommand(
    "compare.alone", "Move alone", keys: ["s"], help: "Zoom and pan all photos together, or only this one",
    group: .compare, places: [.compare]
  ) { browser, _ in browser.toggleAlone() }

  static let closeCompare = BrowserCommand(
    "compare.end", "Back", keys: ["q", .escape, "c"], help: "Go back to the single photo", group: .compare,
    places: [.compare]
  ) { browser, _ in browser.closeCompare() }
}
