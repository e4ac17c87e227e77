import Terminal
import TerminalUI

/// Keys of the deleted photos.
nonisolated extension BrowserCommand {
  static let deleted = [restore, closeDeleted]

  static let restore = BrowserCommand(
    "deleted.restore", "Restore", keys: [.enter],
    help: "Restore the photo, with its files from the trash if it was moved there",
    count: "3 Enter restores 3", group: .deleted, places: [.deleted], if: { $0.hasDeletedPhoto }
  ) { $0.restoreDeleted($1) }

  static let closeDeleted = BrowserCommand(
    "deleted.close", "Back", keys: ["q", .escape], help: "Go back to the list", group: .deleted,
    places: [.deleted]
  ) { browser, _ in browser.closeDeleted() }
}
