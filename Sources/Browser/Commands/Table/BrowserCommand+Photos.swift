import PhotoLibrary
import Terminal
import TerminalUI

/// Fetching photos, and what is done with them.
nonisolated extension BrowserCommand {
  static let photos = [
    refresh, older, delete, trash, move, rename, undo, redo, select, selectRange, selectAll, invert, openPage,
    copyLink, copyPicture, write, mark, tag, tagRename, edit, sidecar, cull,
    page, run, shell, external, turnLeft, turnRight, slideShow,
  ]

  static let refresh = BrowserCommand(
    "library.refresh", "Refresh", keys: ["r", .function(5)], help: "Fetch a page of new photos",
    count: "3r fetches 3", group: .photos, if: { $0.canRefresh }
  ) { $0.startRefresh(pages: $1 ?? 1) }

  static let older = BrowserCommand(
    "library.older", "Older photos", keys: ["R"], help: "Fetch the next page of older photos",
    count: "3R fetches 3", group: .photos, if: { $0.canRefresh }
  ) { $0.startRefresh(pages: $1 ?? 1, reach: .older) }

  static let delete = BrowserCommand(
    "photo.delete", "Delete", keys: ["d", .delete],
    help: "Delete the photo, or those selected; they stay deleted", count: "3d deletes 3", group: .photos,
    places: [.lists, .photo], traits: .onPhotos, if: { $0.canDelete }
  ) { $0.deletePhotos($1) }

  static let trash = BrowserCommand(
    "photo.trash", "Move to the trash", keys: [],
    help:
      "Move the files of the photo, or of those selected, to the trash of the desktop, and delete the photos",
    group: .photos, places: [.lists, .photo], traits: .onPhotos,
    if: { $0.canDelete }
  ) { browser, _ in browser.trashPhotos() }

  static let move = BrowserCommand(
    "photo.move", "Move", keys: [],
    help: "Move the file of the photo, or of those selected, to a folder, with their sidecars",
    group: .photos, places: [.lists, .photo], traits: .onPhotos,
    argument: Argument(
      name: "FOLDER", loadCompletions: { try await FolderCompletion($1).choices(in: $0) },
      action: { $0.move(toFolder: $1) }),
    if: { $0.canMove }
  ) { browser, _ in browser.askForDestination() }

  static let rename = BrowserCommand(
    "photo.rename", "Rename", keys: [],
    help: "Rename the file of the photo, or of those selected, by a pattern such as %Y-%m-%d-%n-%t",
    group: .photos, places: [.lists, .photo], traits: .onPhotos,
    argument: Argument(name: "PATTERN", action: { try $0.rename(by: $1) }), if: { $0.canMove }
  ) { browser, _ in browser.askForPattern() }

  static let undo = BrowserCommand(
    "edit.undo", "Undo", keys: ["u", "U"], help: "Undo the last change", count: "3u undoes 3", group: .photos,
    places: [.lists, .photo, .deleted], if: { $0.canUndo }
  ) { $0.undo(times: $1 ?? 1) }

  static let redo = BrowserCommand(
    "edit.redo", "Redo", keys: [.control("r")], help: "Redo", count: "3 Ctrl-R does 3", group: .photos,
    places: [.lists, .photo, .deleted], if: { $0.canRedo }
  ) { $0.redo(times: $1 ?? 1) }

  static let turnLeft = BrowserCommand(
    "photo.turn-left", "Turn left", keys: ["["],
    help: "Turn the photo, or those selected, to the left where they are shown; files stay as they are",
    group: .photos, places: [.lists, .photo], traits: .onPhotos, if: { $0.canDelete }
  ) { browser, _ in browser.turnPhotos(quarters: -1) }

  static let turnRight = BrowserCommand(
    "photo.turn-right", "Turn right", keys: ["]"], help: "Turn the photo, or those selected, to the right",
    group: .photos, places: [.lists, .photo], traits: .onPhotos, if: { $0.canDelete }
  ) { browser, _ in browser.turnPhotos(quarters: 1) }

  static let select = BrowserCommand(
    "photo.select", "Select", keys: [" "], help: "Select or unselect; the selection stays until Esc",
    count: "3 Space selects 3", group: .photos, places: [.lists, .photo], traits: .onPhotos,
    if: { $0.canSelect }
  ) { $0.lists.photos.toggleSelection($1 ?? 1) }

  static let selectRange = BrowserCommand(
    "photo.select-range", "Select range", keys: ["V"],
    help: "Select from here to wherever the cursor goes; again to end", group: .photos, traits: .onPhotos,
    if: { $0.canSelect }
  ) { browser, _ in browser.lists.photos.toggleRange() }

  static let selectAll = BrowserCommand(
    "photo.select-all", "Select all", keys: ["A"], help: "Select all photos of the list, or none of them",
    group: .photos, traits: [.onPhotos, .onWholeList], if: { $0.hasPhoto }
  ) { browser, _ in browser.lists.photos.toggleAll() }

  static let invert = BrowserCommand(
    "photo.invert", "Invert selection", keys: ["~"],
    help: "Select the photos of the list that are not selected",
    group: .photos, traits: [.onPhotos, .onWholeList], if: { $0.hasPhoto }
  ) { browser, _ in browser.lists.photos.invertSelection() }

  static let openPage = BrowserCommand(
    "photo.open-page", "Open page", keys: ["o"],
    help: "Open the page of the photo, or of those selected (at most 10), in the web browser",
    count: "3o opens 3", group: .photos, places: [.lists, .photo], traits: .onPhotos, if: { $0.hasTarget }
  ) { $0.openPages($1) }

  static let copyLink = BrowserCommand(
    "photo.copy-link", "Copy link", keys: ["y"], help: "Copy the link to the photo, or to those selected",
    count: "3y copies 3", group: .photos, places: [.lists, .photo], traits: .onPhotos, if: { $0.hasTarget }
  ) { $0.copyLinks($1) }

  static let copyPicture = BrowserCommand(
    "photo.copy-picture", "Copy picture", keys: ["Y"],
    help: "Copy the picture to the clipboard of the desktop or the terminal",
    group: .photos, places: [.lists, .photo], traits: .onPhotos, if: { $0.hasPhoto }
  ) { browser, _ in browser.copyPicture() }

  static let write = BrowserCommand(
    "photo.write", "Write", keys: ["w"], help: "Write the picture, or those selected, to a folder",
    count: "3w writes 3", group: .photos, places: [.lists, .photo], traits: .onPhotos, aliases: ["w"],
    argument: Argument(name: "FOLDER", action: { try $0.write(toFolder: $1) }), if: { $0.canWrite }
  ) { $0.askForFolder($1) }

  static let mark = BrowserCommand(
    "photo.mark", "Mark", keys: ["m"],
    help: "Mark the photo, or those selected: pick, reject, none, 0 to 5 stars, or a color", group: .photos,
    places: [.lists, .photo], traits: .onPhotos,
    argument: Argument(
      name: "MARK", choices: { _ in MarkPrompt.choices }, action: { try $0.mark(named: $1) }),
    if: { $0.canDelete }
  ) { browser, _ in browser.askForMark() }

  static let tag = BrowserCommand(
    "photo.tag", "Tag", keys: ["T"],
    help: "Add tags to the photo, or to those selected, and remove those with a minus sign", group: .photos,
    places: [.lists, .photo], traits: .onPhotos,
    argument: Argument(name: "TAGS", action: { try $0.tag($1) }), if: { $0.canDelete }
  ) { browser, _ in browser.askForTags() }

  static let tagRename = BrowserCommand(
    "photo.tag-rename", "Rename a tag", keys: [],
    help: "Replace a tag by another one, on the selected photos, else on all of the library", group: .photos,
    places: [.lists, .photo],
    argument: Argument(
      name: "OLD NEW", loadCompletions: { try await TagCompletion($1).choices(in: $0) },
      action: { try $0.renameTag($1) })
  ) { browser, _ in browser.ask(TagRenamePrompt(browser)) }

  static let edit = BrowserCommand(
    "photo.edit", "Edit texts", keys: ["e"],
    help: "Edit the title, description and tags of the photo, or of those selected, in an editor",
    count: "3e edits 3", group: .photos, places: [.lists, .photo], traits: .onPhotos, if: { $0.canDelete }
  ) { $0.editTexts($1) }

  static let sidecar = BrowserCommand(
    "photo.xmp", "Write sidecars", keys: [],
    help: "Write the marks of the photo, or of those selected, into XMP files beside their files",
    group: .photos, places: [.lists, .photo], traits: .onPhotos, if: { $0.canWrite }
  ) { browser, _ in browser.writeSidecars() }

  static let cull = BrowserCommand(
    "photo.cull", "Cull", keys: ["c"],
    help: "Judge the photos of the list, or those selected, one after the other", group: .photos,
    places: [.lists, .photo], traits: .onPhotos, if: { $0.hasTarget }
  ) { browser, _ in browser.cull() }

  static let page = BrowserCommand(
    "photo.export", "Write a page", keys: [],
    help: "Write the selected photos, or those of the list, as a contact sheet in a page of HTML",
    group: .photos, traits: .onWholeList,
    argument: Argument(name: "FILE", action: { try $0.writePage(to: $1) }), if: { $0.canWrite }
  ) { browser, _ in browser.toasts.show(Toast(.info, "Type a file: :export ~/sheet.html")) }

  static let run = BrowserCommand(
    "photo.run", "Run a program", keys: [],
    help:
      "Run a program: %f is the file, %s all selected files, %u the page, %i the ID; & at the end goes on at once",
    group: .photos, places: [.lists, .photo], aliases: ["!"],
    argument: Argument(name: "PROGRAM", action: { try $0.call(program: $1) })
  ) { browser, _ in browser.toasts.show(Toast(.info, "Type a program: :!gimp %f")) }

  static let shell = BrowserCommand(
    "photo.shell", "Run a shell line", keys: [],
    help: "Give a line to a shell: %f, %s, %u and %i as with :!, each in quotes",
    group: .photos, places: [.lists, .photo], aliases: ["sh"],
    argument: Argument(name: "LINE", action: { try $0.call(shell: $1) })
  ) { browser, _ in browser.toasts.show(Toast(.info, "Type a line: :sh exiftool %s | less")) }

  static let external = BrowserCommand(
    "photo.external", "Open with a program", keys: ["E"],
    help: "Open the photo, or those selected, with the program of the configuration, else of the desktop",
    group: .photos,
    places: [.lists, .photo], traits: .onPhotos, if: { $0.hasTarget }
  ) { browser, _ in browser.openExternally() }

  static let slideShow = BrowserCommand(
    "photo.slide-show", "Slide show", keys: ["p"], help: "Start or stop the slide show",
    count: "3p one every 3 seconds", group: .photos, places: [.lists, .photo], traits: .onPhotos,
    if: { $0.hasPhoto }
  ) { $0.toggleSlideShow($1) }
}
