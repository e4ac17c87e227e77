import PhotoLibrary
import Terminal
import TerminalUI

/// Going from pane to pane, and what the panes show.
nonisolated extension BrowserCommand {
  static let panes = [
    otherPane, open, right, left, escape, browse, details, allPhotos, sheet, layout, larger, smaller, sort,
    reverse, group,
  ]

  static let otherPane = BrowserCommand(
    "pane.other", "Other pane", keys: [.tab, .backTab], help: "Go to the other pane", group: .panes
  ) { browser, _ in
    if browser.lists.focus == .photos { browser.goToMaster() } else { browser.lists.focus = .photos }
  }

  static let open = BrowserCommand(
    "pane.open", "Open", keys: [.enter],
    help: "Open the photographer or the group; on a photo, show it full screen", group: .panes
  ) { browser, _ in browser.enter() }

  static let right = BrowserCommand(
    "pane.right", "Right", keys: ["l", .right], help: "Open; in the sheet, next thumbnail",
    count: "5l to the fifth", group: .panes
  ) { $0.goRight($1) }

  static let left = BrowserCommand(
    "pane.left", "Left", keys: ["h", .left],
    help: "Back to the left list; in the sheet, previous thumbnail", count: "5h to the fifth", group: .panes
  ) { $0.goLeft($1) }

  static let escape = BrowserCommand(
    "pane.escape", "Cancel", keys: [.escape],
    help: "Cancel what is running, end the selection, the search or the filter, go back", group: .panes
  ) { browser, _ in browser.escape() }

  static let browse = BrowserCommand(
    "pane.browse", "Browse by", keys: ["B"],
    help:
      "Choose the left list: photographers, tags, years, months, days, places, cameras, licenses, albums, folders, sources",
    group: .panes,
    argument: Argument(
      name: "LIST", choices: { _ in MasterChoices.all }, action: { try $0.browse(by: $1) })
  ) { browser, _ in browser.ask(MasterPrompt(browser)) }

  static let details = BrowserCommand(
    "photo.details", "Details", keys: ["i"], help: "Show everything known about the photo", group: .panes,
    places: [.lists, .photo], traits: .onPhotos, if: { $0.hasPhoto }
  ) { browser, _ in browser.showDetails() }

  static let allPhotos = BrowserCommand(
    "photo.all", "All photos", keys: ["a"],
    help: "List all photos, or those of the row under the left cursor",
    group: .panes, traits: .onPhotos
  ) { browser, _ in browser.toggleAllPhotos() }

  static let sheet = BrowserCommand(
    "photo.sheet", "List or sheet", keys: ["v"],
    help: "Show photos as a sheet of thumbnails, or as a list again", group: .panes, traits: .onPhotos
  ) { browser, _ in browser.toggleSheet() }

  static let layout = BrowserCommand(
    "photo.layout", "Layout", keys: ["L"],
    help: "Lay the sheet out in rows that fill the pane, in tiles of one size, or in squares",
    group: .panes, traits: .onPhotos,
    argument: Argument(
      name: "LAYOUT",
      choices: { $0.sheetLayoutChoices },
      action: { try $0.layOutSheet(named: $1) })
  ) { browser, _ in
    browser.layOutSheet((browser.lists.photos.list.sheet?.kind ?? .justified).next)
  }

  static let larger = BrowserCommand(
    "photo.larger", "Larger", keys: ["+", "="], help: "Larger thumbnails, in the sheet",
    count: "2+ by 2 steps", group: .panes, if: { $0.hasSheet }
  ) { $0.resizeThumbnails($1 ?? 1) }

  static let smaller = BrowserCommand(
    "photo.smaller", "Smaller", keys: ["-"], help: "Smaller thumbnails, in the sheet",
    count: "2- by 2 steps", group: .panes, if: { $0.hasSheet }
  ) { $0.resizeThumbnails(-($1 ?? 1)) }

  static let group = BrowserCommand(
    "photo.group", "Group", keys: ["#"],
    help:
      "Group photos under headings: by year, month or day of the date they are sorted by, or by photographer",
    group: .panes, traits: .onArrangement,
    argument: Argument(name: "VALUE", choices: { $0.headingChoices }, action: { try $0.group(by: $1) })
  ) { browser, _ in browser.attempt { try browser.groupByNext() } }

  static let sort = BrowserCommand(
    "photo.sort", "Sort", keys: ["s"],
    help: "Sort photos by title, date uploaded, date taken, views, date added",
    group: .panes, traits: .onArrangement,
    argument: Argument(name: "ORDER", choices: { $0.sortChoices }, action: { try $0.sort(named: $1) })
  ) { browser, _ in browser.sortByNextOrder() }

  static let reverse = BrowserCommand(
    "photo.reverse", "Reverse", keys: ["O"], help: "Sort photos in the opposite direction", group: .panes,
    traits: .onArrangement
  ) { browser, _ in browser.reverse() }
}
