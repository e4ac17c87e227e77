import Terminal
import TerminalUI

/// Finding photos and photographers.
nonisolated extension BrowserCommand {
  static let finding = [search, next, previous, jumpBack, filter, save, forget, source, map]

  static let search = BrowserCommand(
    "find.search", "Search", keys: ["/"], help: "Search as you type, in titles, descriptions and tags",
    group: .finding,
    argument: Argument(name: "TEXT", action: { try $0.find($1, from: $0.lists.focused.selectedID) })
  ) { browser, _ in browser.ask(SearchPrompt(browser)) }

  static let next = BrowserCommand(
    "find.next", "Next match", keys: ["n"], help: "Go to the next match", count: "3n to the third",
    group: .finding, traits: .onWholeList, if: { $0.hasSearch }
  ) { browser, count in
    browser.lists.keepJump()
    browser.goToMatch(forward: true, count: count ?? 1)
  }

  static let previous = BrowserCommand(
    "find.previous", "Previous match", keys: ["N"], help: "Go to the previous match",
    count: "3N to the third", group: .finding, traits: .onWholeList, if: { $0.hasSearch }
  ) { browser, count in
    browser.lists.keepJump()
    browser.goToMatch(forward: false, count: count ?? 1)
  }

  static let jumpBack = BrowserCommand(
    "find.jump-back", "Jump back", keys: [.control("o")],
    help: "Go back to where the cursor was before a jump: g G n N / a, or undo",
    count: "3 Ctrl-O over 3 jumps", group: .finding, if: { $0.hasJump }
  ) { $0.jumpBack($1 ?? 1) }

  static let filter = BrowserCommand(
    "find.filter", "Filter", keys: ["f"],
    help: "Show only what contains a text or has a facet, such as by:ann year:2024; Tab completes",
    group: .finding,
    argument: Argument(name: "TEXT", action: { try $0.filter($1) })
  ) { browser, _ in browser.ask(FilterPrompt(browser)) }

  static let save = BrowserCommand(
    "find.save", "Save filter", keys: [],
    help: "Save the filter of the photos as a smart collection with a name",
    group: .finding, argument: Argument(name: "NAME", action: { try $0.saveFilter(as: $1) }),
    if: { $0.hasFilter }
  ) { browser, _ in browser.toasts.show(Toast(.info, "Type a name: :save NAME")) }

  static let forget = BrowserCommand(
    "find.forget", "Forget filter", keys: [], help: "Delete a smart collection; its photos stay",
    group: .finding,
    argument: Argument(
      name: "NAME", readsLibrary: true, choices: { $0.savedSearchChoices },
      action: { try $0.forgetSearch(named: $1) })
  ) { browser, _ in browser.toasts.show(Toast(.info, "Type a name: :forget NAME")) }

  static let source = BrowserCommand(
    "library.source", "Look at", keys: ["S"],
    help: "Choose what to look at: a collection such as new or deleted photos, an album, or a source",
    group: .finding,
    argument: Argument(
      name: "COLLECTION", readsLibrary: true, choices: { $0.collectionChoices },
      action: { try $0.look(at: $1) })
  ) { browser, _ in browser.askForCollection() }

  static let map = BrowserCommand(
    "find.map", "Map", keys: ["W"], help: "Show the photos of the list on a map of the world",
    group: .finding,
    traits: .onPhotos
  ) { browser, _ in browser.openMap() }
}
