import Terminal
import TerminalUI

/// Moving in lists.
nonisolated extension BrowserCommand {
  static let moving = [
    down, up, halfPageDown, halfPageUp, pageDown, pageUp, first, last, nextSection, previousSection, center,
  ]

  static let down = BrowserCommand(
    "list.down", "Down", keys: ["j", .down], help: "Move down", count: "5j moves 5 rows", group: .moving,
    places: [.lists, .deleted]
  ) { $0.movedList.view.moveDown($1 ?? 1) }

  static let up = BrowserCommand(
    "list.up", "Up", keys: ["k", .up], help: "Move up", count: "5k moves 5 rows", group: .moving,
    places: [.lists, .deleted]
  ) { $0.movedList.view.moveDown(-($1 ?? 1)) }

  static let halfPageDown = BrowserCommand(
    "list.half-page-down", "Half a page down", keys: [.control("d")], help: "Move half a page down",
    count: "3 Ctrl-D moves 3 halves", group: .moving, places: [.lists, .deleted]
  ) { $0.movedList.view.halfPage($1 ?? 1) }

  static let halfPageUp = BrowserCommand(
    "list.half-page-up", "Half a page up", keys: [.control("u")], help: "Move half a page up",
    count: "3 Ctrl-U moves 3 halves", group: .moving, places: [.lists, .deleted]
  ) { $0.movedList.view.halfPage(-($1 ?? 1)) }

  static let pageDown = BrowserCommand(
    "list.page-down", "Page down", keys: [.pageDown, .control("f")], help: "Move a page down",
    count: "3 PgDn moves 3 pages", group: .moving, places: [.lists, .deleted]
  ) { $0.movedList.view.page($1 ?? 1) }

  static let pageUp = BrowserCommand(
    "list.page-up", "Page up", keys: [.pageUp, .control("b")], help: "Move a page up",
    count: "3 PgUp moves 3 pages", group: .moving, places: [.lists, .deleted]
  ) { $0.movedList.view.page(-($1 ?? 1)) }

  static let nextSection = BrowserCommand(
    "list.next-section", "Next section", keys: ["}"], help: "Go to the next section, such as a letter",
    count: "3} to the third", group: .moving, traits: .onWholeList
  ) { $0.lists.focusedView.moveSections(by: $1 ?? 1) }

  static let previousSection = BrowserCommand(
    "list.previous-section", "Previous section", keys: ["{"],
    help: "Go to the start of the section, or of the one before", count: "3{ to the third", group: .moving,
    traits: .onWholeList
  ) { $0.lists.focusedView.moveSections(by: -($1 ?? 1)) }

  static let center = BrowserCommand(
    "list.center", "Center", keys: ["z"], help: "Scroll the cursor to the middle", group: .moving,
    places: [.lists, .deleted]
  ) { browser, _ in browser.movedList.view.center() }

  static let first = BrowserCommand(
    "list.first", "First", keys: ["g", .home], help: "Go to the first row", count: "12g to row 12",
    group: .moving, places: [.lists, .photo, .deleted], traits: .onNumberedRow
  ) { $0.goTo(row: $1 ?? 1) }

  static let last = BrowserCommand(
    "list.last", "Last", keys: ["G", .end], help: "Go to the last row", count: "12G to row 12",
    group: .moving, places: [.lists, .photo, .deleted], traits: .onWholeList
  ) { $0.goTo(row: $1 ?? $0.movedList.rowCount) }
}
