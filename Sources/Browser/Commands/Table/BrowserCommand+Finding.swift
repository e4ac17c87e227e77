import Terminal
import TerminalUI

/// Finding photos and photographers.
nonisolated extension BrowserCommand {
  static let finding = [search, next, previous, filter, source]

  static let search = BrowserCommand(
    "find.search", "Search", keys: ["/"], help: "Search as you type, in titles, descriptions and tags",
    group: .finding,
    argument: Argument(name: "TEXT", action: { $0.find($1, from: $0.focusedID) })
  ) { browser, _ in browser.ask(.search) }

  static let next = BrowserCommand(
    "find.next", "Next match", keys: ["n"], help: "Go to the next match", count: "3n to the third",
    group: .finding, traits: .onWholeList, if: { $0.hasSearch }
  ) { $0.goToMatch(forward: true, count: $1 ?? 1) }

  static let previous = BrowserCommand(
    "find.previous", "Previous match", keys: ["N"], help: "Go to the previous match",
    count: "3N to the third", group: .finding, traits: .onWholeList, if: { $0.hasSearch }
  ) { $0.goToMatch(forward: false, count: $1 ?? 1) }

  static let filter = BrowserCommand(
    "find.filter", "Filter", keys: ["f"], help: "Show only what contains a text", group: .finding,
    argument: Argument(name: "TEXT", action: { $0.filter($1) })
  ) { browser, _ in browser.ask(.filter) }

  static let source = BrowserCommand(
    "library.source", "Source", keys: ["S"], help: "Choose where photos come from, as with --source",
    group: .finding,
    argument: Argument(
      name: "SOURCE", choices: { $0.sourceChoices }, action: { try $0.use(source: $1) })
  ) { browser, _ in browser.ask(.source) }
}
