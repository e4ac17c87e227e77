import Terminal
import TerminalUI

/// Keys and words of every command.
///
/// What the commands do is in ``Browser/makeCommands()``.
enum CommandList {
  static let down = command(
    "list.down", "Down", ["j", .down], "Move down", count: "5j moves 5 rows", .moving)
  static let up = command("list.up", "Up", ["k", .up], "Move up", count: "5k moves 5 rows", .moving)
  static let halfPageDown = command(
    "list.half-page-down", "Half a page down", [.control("d")], "Move half a page down",
    count: "3 Ctrl-D moves 3 halves", .moving)
  static let halfPageUp = command(
    "list.half-page-up", "Half a page up", [.control("u")], "Move half a page up",
    count: "3 Ctrl-U moves 3 halves", .moving)
  static let pageDown = command(
    "list.page-down", "Page down", [.pageDown, .control("f")], "Move a page down",
    count: "3 PgDn moves 3 pages", .moving)
  static let pageUp = command(
    "list.page-up", "Page up", [.pageUp, .control("b")], "Move a page up",
    count: "3 PgUp moves 3 pages", .moving)
  static let first = command(
    "list.first", "First", ["g", .home], "Go to the first row", count: "12g to row 12", .moving)
  static let last = command(
    "list.last", "Last", ["G", .end], "Go to the last row", count: "12G to row 12", .moving)

  static let otherPane = command(
    "pane.other", "Other pane", [.tab, .backTab], "Go to the other pane", .panes)
  static let open = command(
    "pane.open", "Open", [.enter],
    "Open the photographer, out of all photos too; on a photo, show it full screen", .panes)
  static let right = command(
    "pane.right", "Right", ["l", .right], "Open; in the sheet, next thumbnail",
    count: "5l to the fifth", .panes)
  static let left = command(
    "pane.left", "Left", ["h", .left], "Back to photographers; in the sheet, previous thumbnail",
    count: "5h to the fifth", .panes)
  static let sheet = command(
    "photo.sheet", "List or sheet", ["v"], "Show photos as a sheet of thumbnails, or as a list again", .panes)
  static let larger = command(
    "photo.larger", "Larger", ["+", "="], "Larger thumbnails, in the sheet", count: "2+ by 2 steps", .panes)
  static let smaller = command(
    "photo.smaller", "Smaller", ["-"], "Smaller thumbnails, in the sheet", count: "2- by 2 steps", .panes)
  static let escape = command(
    "pane.escape", "Cancel", [.escape],
    "Cancel what is running, end the selection, the search or the filter, go back", .panes)
  static let details = command(
    "photo.details", "Details", ["i"], "Show everything known about the photo", .panes)
  static let allPhotos = command(
    "photo.all", "All photos", ["a"],
    "List all photos, or those of the photographer under the left cursor, which follows the photo", .panes)
  static let sort = command(
    "photo.sort", "Sort", ["s"], "Sort photos by title, date uploaded, date taken, views", .panes)

  static let refresh = command(
    "library.refresh", "Refresh", ["r", .function(5)], "Fetch a page of new photos", count: "3r fetches 3",
    .photos)
  static let older = command(
    "library.older", "Older photos", ["R"], "Fetch the next page of older photos",
    count: "3R fetches 3", .photos)
  static let delete = command(
    "photo.delete", "Delete", ["d", .delete],
    "Delete the photo, or those selected; they stay deleted", count: "3d deletes 3", .photos)
  static let undo = command(
    "edit.undo", "Undo", ["u"], "Undo the last deletion", count: "3u undoes 3", .photos)
  static let redo = command(
    "edit.redo", "Redo", [.control("r")], "Redo",
    count: "3 Ctrl-R does 3", .photos)
  static let select = command(
    "photo.select", "Select", [" "], "Select or unselect; the selection stays until Esc",
    count: "3 Space selects 3", .photos)
  static let openPage = command(
    "photo.open-page", "Open page", ["o"],
    "Open the page of the photo, or of those selected (at most 10), in the web browser",
    count: "3o opens 3", .photos)
  static let copyLink = command(
    "photo.copy-link", "Copy link", ["y"], "Copy the link to the photo, or to those selected",
    count: "3y copies 3", .photos)
  static let write = command(
    "photo.write", "Write", ["w"], "Write the picture, or those selected, to a folder",
    count: "3w writes 3", .photos)
  static let slideShow = command(
    "photo.slide-show", "Slide show", ["p"], "Start or stop the slide show",
    count: "3p one every 3 seconds", .photos)

  static let search = command(
    "find.search", "Search", ["/"], "Search as you type, in titles, descriptions and tags", .finding)
  static let next = command(
    "find.next", "Next match", ["n"], "Go to the next match", count: "3n to the third", .finding)
  static let previous = command(
    "find.previous", "Previous match", ["N"], "Go to the previous match",
    count: "3N to the third", .finding)
  static let filter = command("find.filter", "Filter", ["f"], "Show only what contains a text", .finding)
  static let source = command(
    "library.source", "Source", ["S"], "Choose where photos come from, as with --source", .finding)

  static let help = command("program.help", "Help", ["?", .function(1)], "Show this help", .program)
  static let messages = command(
    "program.messages", "Messages", ["!"], "List the messages so far in full, newest first", .program)
  static let redraw = command(
    "program.redraw", "Redraw", [.control("l")], "Redraw the screen", .program)
  static let mouse = command(
    "program.mouse", "Mouse", ["M"], "Turn the mouse off, so that dragging selects text, or on", .program)
  static let suspend = command(
    "program.suspend", "Suspend", [.control("z")], "Go back to the shell", .program)
  static let quit = command(
    "program.quit", "Quit", ["q"],
    "Go back, or quit (Ctrl-C closes what is open, or quits)",
    .program)

  /// All of them, as help lists them.
  static let all = [
    down, up, halfPageDown, halfPageUp, pageDown, pageUp, first, last, otherPane, open, right, left, escape,
    details, allPhotos, sheet, larger, smaller, sort, refresh, older, delete, undo, redo, select, openPage,
    copyLink,
    write, slideShow, search, next, previous, filter, source, help, messages, redraw, mouse, suspend,
    quit,
  ]

  // MARK: The photo alone

  static let nextPhoto = command(
    "one.next", "Next", ["n", .pageDown, .control("f")], "Show the next photo", count: "5n the fifth", .one)
  static let previousPhoto = command(
    "one.previous", "Previous", ["N", .pageUp, .control("b")], "Show the previous photo",
    count: "5N the fifth", .one)
  static let panRight = command(
    "one.right", "Right", ["l", .right], "Pan right; when not zoomed, next photo",
    count: "3l by 3 steps", .one)
  static let panLeft = command(
    "one.left", "Left", ["h", .left], "Pan left; when not zoomed, previous photo",
    count: "3h by 3 steps", .one)
  static let panDown = command(
    "one.down", "Down", ["j", .down], "Pan down; when not zoomed, next photo",
    count: "3j by 3 steps", .one)
  static let panUp = command(
    "one.up", "Up", ["k", .up], "Pan up; when not zoomed, previous photo",
    count: "3k by 3 steps", .one)
  static let zoomIn = command(
    "one.zoom-in", "Zoom in", ["+", "="], "Zoom in", count: "2+ by 2 steps", .one)
  static let zoomOut = command(
    "one.zoom-out", "Zoom out", ["-"], "Zoom out, until the whole photo is visible",
    count: "2- by 2 steps", .one)
  static let fill = command(
    "one.fill", "Fill or fit", ["f"], "Fill the screen, or show the whole photo", .one)
  static let close = command(
    "one.close", "Back", ["q", .escape, .enter], "Go back to the photos; the cursor is on this one", .one)

  /// The keys of the screen of a single photo, as help lists them.
  static let onOne = [
    nextPhoto, previousPhoto, panRight, panLeft, panDown, panUp, zoomIn, zoomOut, fill, close, first, last,
    details, slideShow, delete, undo, redo, select, openPage, copyLink, write, help, messages, redraw, mouse,
    suspend,
  ]

  /// Those that act on the photo under the cursor, or go where it is.
  static let onPhotos: Set = [
    details, allPhotos, delete, select, openPage, copyLink, write, slideShow, sheet,
  ]
  /// Those that go to any row of the list.
  static let onWholeList: Set = [first, last, next, previous]
  /// Those that can also be called while help, details or a prompt is open.
  static let anywhere: Set = [redraw, suspend]

  private enum Group: String {
    case moving = "Moving"
    case panes = "Panes and views"
    case photos = "Photos"
    case one = "A single photo"
    case finding = "Finding"
    case program = "Program"
  }

  private static func command(
    _ id: String, _ title: String, _ keys: [KeyEvent], _ help: String, count: String = "", _ group: Group
  ) -> CommandDescription {
    CommandDescription(id: id, title: title, keys: keys, help: help, count: count, group: group.rawValue)
  }
}
