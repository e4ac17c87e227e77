import Terminal
import TerminalUI

/// Moving in lists.
nonisolated extension BrowserCommand {
  static let moving = [
    down, up, halfPageDown, halfPageUp, pageDown, pageUp, first, last,
  ]

  static let down = BrowserCommand(
    "list.down", "Down", keys: ["j", .down], help: "Move down", count: "5j moves 5 rows", group: .moving
  ) { $0.focusedView.moveDown($1 ?? 1) }

  static let up = BrowserCommand(
    "list.up", "Up", keys: ["k", .up], help: "Move up", count: "5k moves 5 rows", group: .moving
  ) { $0.focusedView.moveDown(-($1 ?? 1)) }

  static let halfPageDown = BrowserCommand(
    "list.half-page-down", "Half a page down", keys: [.control("d")], help: "Move half a page down",
    count: "3 Ctrl-D moves 3 halves", group: .moving
  ) { $0.focusedView.halfPage($1 ?? 1) }

  static let halfPageUp = BrowserCommand(
    "list.half-page-up", "Half a page up", keys: [.control("u")], help: "Move half a page up",
    count: "3 Ctrl-U moves 3 halves", group: .moving
  ) { $0.focusedView.halfPage(-($1 ?? 1)) }

  static let pageDown = BrowserCommand(
    "list.page-down", "Page down", keys: [.pageDown, .control("f")], help: "Move a page down",
    count: "3 PgDn moves 3 pages", group: .moving
  ) { $0.focusedView.page($1 ?? 1) }

  static let pageUp = BrowserCommand(
    "list.page-up", "Page up", keys: [.pageUp, .control("b")], help: "Move a page up",
    count: "3 PgUp moves 3 pages", group: .moving
  ) { $0.focusedView.page(-($1 ?? 1)) }

  static let first = BrowserCommand(
    "list.first", "First", keys: ["g", .home], help: "Go to the first row", count: "12g to row 12",
    group: .moving, places: [.lists, .photo], traits: .onWholeList
  ) { $0.focusedView.goTo($1 ?? 1) }

  static let last = BrowserCommand(
    "list.last", "Last", keys: ["G", .end], help: "Go to the last row", count: "12G to row 12",
    group: .moving, places: [.lists, .photo], traits: .onWholeList
  ) { browser, count in
    if let count { browser.focusedView.goTo(count) } else { browser.focusedView.moveToBottom() }
  }
}
