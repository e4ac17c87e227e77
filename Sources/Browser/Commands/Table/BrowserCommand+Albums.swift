import Terminal
import TerminalUI

/// Albums.
nonisolated extension BrowserCommand {
  static let albums = [
    album, albumAgain, albumDown, albumUp, albumRemove, albumCover, albumRename, albumDescribe, albumCopy,
    albumDelete,
  ]

  static let album = BrowserCommand(
    "photo.album", "Add to album", keys: ["b"],
    help: "Add the photo, or those selected, to an album of your own; a new name creates it",
    count: "3b adds 3", group: .albums, places: [.lists, .photo], traits: .onPhotos,
    argument: Argument(
      name: "ALBUM", readsLibrary: true, choices: { $0.ownAlbumChoices },
      action: { try $0.addToAlbum(named: $1) }),
    if: { $0.canDelete }
  ) { $0.askForAlbum($1) }

  static let albumAgain = BrowserCommand(
    "photo.album-again", "Add again", keys: ["."],
    help: "Add the photo, or those selected, to the album that was added to last", count: "3. adds 3",
    group: .albums, places: [.lists, .photo], traits: .onPhotos, if: { $0.canDelete }
  ) { $0.addToLastAlbum($1) }

  static let albumDown = BrowserCommand(
    "photo.album-down", "Move down", keys: ["J"],
    help: "In an album of your own, move the photo down; if it is selected, all selected photos",
    count: "3J moves by 3", group: .albums, traits: [.onPhotos, .onWholeList], if: { $0.canMoveInAlbum }
  ) { browser, count in browser.attempt { try browser.moveInAlbum(by: count ?? 1) } }

  static let albumUp = BrowserCommand(
    "photo.album-up", "Move up", keys: ["K"],
    help: "In an album of your own, move the photo up; if it is selected, all selected photos",
    count: "3K moves by 3", group: .albums, traits: [.onPhotos, .onWholeList], if: { $0.canMoveInAlbum }
  ) { browser, count in browser.attempt { try browser.moveInAlbum(by: -(count ?? 1)) } }

  static let albumRemove = BrowserCommand(
    "photo.album-remove", "Remove from album", keys: ["X"],
    help: "Remove the photo, or those selected, from the album; they stay in the library",
    count: "3X removes 3", group: .albums, places: [.lists, .photo], traits: .onPhotos,
    argument: Argument(
      name: "ALBUM", readsLibrary: true, choices: { $0.ownAlbumChoices },
      action: { try $0.removeFromAlbum(named: $1) })
  ) { browser, count in browser.attempt { try browser.removeFromAlbum(count: count) } }

  static let albumCover = BrowserCommand(
    "photo.album-cover", "Cover", keys: [], help: "Make the photo the cover of the album", group: .albums,
    places: [.lists, .photo], traits: .onPhotos, if: { $0.hasOwnAlbum }
  ) { browser, _ in browser.attempt { try browser.chooseCover() } }

  static let albumRename = BrowserCommand(
    "photo.album-rename", "Rename album", keys: [], help: "Give the album another title", group: .albums,
    argument: Argument(name: "TITLE", action: { try $0.renameAlbum(to: $1) }), if: { $0.hasOwnAlbum }
  ) { browser, _ in browser.toasts.show(Toast(.info, "Type a title: :album-rename TITLE")) }

  static let albumDescribe = BrowserCommand(
    "photo.album-describe", "Describe album", keys: [], help: "Describe the album in a line", group: .albums,
    argument: Argument(name: "TEXT", action: { try $0.describeAlbum(as: $1) }), if: { $0.hasOwnAlbum }
  ) { browser, _ in browser.toasts.show(Toast(.info, "Type a description: :album-describe TEXT")) }

  static let albumCopy = BrowserCommand(
    "photo.album-copy", "Copy album", keys: [],
    help: "Copy the album, such as one of Flickr's, to one of your own", group: .albums,
    argument: Argument(name: "TITLE", action: { try $0.copyAlbum(as: $1) }), if: { $0.hasAlbum }
  ) { browser, _ in browser.attempt { try browser.copyAlbum() } }

  static let albumDelete = BrowserCommand(
    "photo.album-delete", "Delete album", keys: [], help: "Delete an album; its photos stay",
    group: .albums,
    argument: Argument(
      name: "ALBUM", readsLibrary: true, choices: { $0.albumChoices(counts: nil) },
      action: { try $0.deleteAlbum(named: $1) })
  ) { browser, _ in browser.toasts.show(Toast(.info, "Type a name: :album-delete NAME")) }
}
