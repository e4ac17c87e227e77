import Foundation
import ObjectGraph
import PhotoLibrary
import Presentation
import TerminalUI

/// Choosing albums, and putting photos into them.
extension Browser {
  // MARK: Names

  /// The albums with the names by which they are chosen: their titles, with their IDs if several albums, another collection or a
  /// source have the same name.
  private func namedAlbums() throws -> [(name: String, album: Album)] {
    var taken = Set(try library.savedSearches().map(\.name))
    return try library.albums().map { album in
      let isFree = !isReserved(album.title) && taken.insert(album.title).inserted
      return (isFree ? album.title : "\(album.title) (\(album.identifier))", album)
    }
  }

  /// Returns the album that is chosen by a name, an ID, or an own album's title in any case, unless that is the name of a source.
  func album(chosenAs name: String) throws -> Album? {
    let albums = try namedAlbums()
    let named = albums.first { $0.name == name } ?? albums.first { $0.album.identifier == name }
    if let named { return named.album }
    return isReserved(name) ? nil : try library.ownAlbum(named: name)
  }

  /// The name of the album whose photos are listed as a collection; `nil` for other photos.
  var shownAlbumName: String? {
    guard case .album(let identifier)? = lists.photos.scope.collection else { return nil }
    return try? namedAlbums().first { $0.album.identifier == identifier }?.name
  }

  /// Returns the album whose photos a scope has.
  func album(of scope: PhotoScope) throws -> Album? {
    switch scope {
    case .collection(.album(let identifier)): try library.album(withIdentifier: identifier)
    case .group(let query): try library.album(of: PhotoQuery(query))
    case .empty, .all, .photographer, .collection: nil
    }
  }

  /// The albums to choose from.
  ///
  /// - Parameter counts: The numbers of their photos; `nil` if they are not counted yet.
  func albumChoices(counts: [ManagedObjectID: Int]?) -> [Choice] {
    // A library that cannot be read says so elsewhere.
    ((try? namedAlbums()) ?? []).map { name, album in
      let count = counts.map { Words.count($0[album.objectID] ?? 0, "photo") }
      let parts = [Self.kind(of: album), count, album.about.isEmpty ? nil : album.about]
      return Choice(text: name, meaning: parts.compactMap { $0 }.joined(separator: " · "))
    }
  }

  /// The own albums to choose from.
  var ownAlbumChoices: [Choice] {
    ((try? library.albums()) ?? []).filter { $0.kind == .own }
      .map { Choice(text: $0.title, meaning: $0.about.isEmpty ? "your album" : $0.about) }
  }

  private static func kind(of album: Album) -> String {
    switch album.kind {
    case .own: "your album"
    case .flickr: album.owner.map { "Flickr album of \($0.name)" } ?? "Flickr album"
    }
  }

  // MARK: Photos

  /// Adds photos to an own album, which is created if there is none of that name: those that were chosen before; otherwise
  /// the photo that is seen alone, or those that are selected, else the one under the cursor.
  ///
  /// - Throws: ``CommandLineError``, `AlbumError`, and the errors of the library.
  func addToAlbum(named name: String, _ photos: Set<ManagedObjectID>? = nil) throws {
    guard let targets = targets(chosen: photos) else { return }
    try change("adding \(PhotoLibrary.words(for: targets)) to \(name)") { [self] in
      try add(targets, toAlbumNamed: name)
    }
  }

  /// Adds photos to an own album, as the work of a change.
  private func add(_ targets: [Photo], toAlbumNamed name: String) throws {
    guard let first = targets.first else { return }
    if try library.ownAlbum(named: name) == nil { try requireFree(name) }
    let (result, _) = try changing { try library.add(targets, toAlbumNamed: name) }
    session.lastAlbum = result.album.identifier
    let title = result.album.title
    let what =
      result.added == 1 && targets.count == 1 ? "“\(first.title)”" : Words.count(result.added, "photo")
    let known = targets.count - result.added
    let note = known == 0 ? "" : ", \(known) \(known == 1 ? "was" : "were") there already"
    guard result.added > 0 else {
      let all = targets.count == 1 ? "“\(first.title)” is" : "All \(targets.count) photos are"
      return toasts.show(Toast(.info, "\(all) in \(title) already"))
    }
    let kind = result.isNew ? "the new album " : ""
    toasts.show(Toast(.info, "Added \(what) to \(kind)\(title)\(note)", hint: hint(.undo, "undo")))
  }

  /// Asks for the album to which photos are added.
  func askForAlbum(_ count: Int?) {
    guard let photos = targetIDs(count) else { return }
    attempt {
      try whenAtHand { [self] in
        let prompt = AlbumPrompt(self, photos: photos)
        try library.context.requireAtHand()
        ask(prompt)
      }
    }
  }

  /// Adds photos to the own album to which photos were added last.
  func addToLastAlbum(_ count: Int?) {
    guard let identifier = session.lastAlbum else { return askForAlbum(count) }
    guard let targets = targets(count) else { return }
    attemptChange("adding \(PhotoLibrary.words(for: targets)) to the last album") { [self] in
      let last = try library.album(withIdentifier: identifier)
      try library.context.requireAtHand()
      guard let last else { return askForAlbum(count) }
      try add(targets, toAlbumNamed: last.title)
    }
  }

  /// Removes photos from the own album that is shown, or from one of another name; they stay in the library.
  ///
  /// - Throws: ``CommandLineError``, `AlbumError`, and the errors of the library.
  func removeFromAlbum(named name: String? = nil, count: Int? = nil) throws {
    let shown = try name == nil ? shownAlbum() : nil
    guard let targets = targets(count), let first = targets.first else { return }
    let title = name ?? shown?.title ?? ""
    try change("removing \(PhotoLibrary.words(for: targets)) from \(title)") { [self] in
      let album = try shown ?? existingAlbum(title)
      let (removed, _) = try changing { try library.remove(targets, from: album) }
      let what = targets.count == 1 ? "“\(first.title)”" : Words.count(removed, "photo")
      guard removed > 0 else {
        let none = targets.count == 1 ? "\(what) is not" : "None of these photos is"
        return toasts.show(Toast(.info, "\(none) in \(album.title)"))
      }
      toasts.show(Toast(.info, "Removed \(what) from \(album.title)", hint: hint(.undo, "undo")))
    }
  }

  /// Moves the photo under the cursor down in the album that is shown, or up if the number is negative; if it is selected,
  /// all selected photos as a block.
  ///
  /// - Throws: ``CommandLineError``, `AlbumError`, and the errors of the library.
  func moveInAlbum(by count: Int) throws {
    try whenAtHand { [self] in
      let (album, photos) = (try shownAlbum(), lists.photos)
      guard let cursor = photos.list.selected else { return }
      let controller = photos.list.controller
      let isBlock = photos.selection.contains(cursor.objectID)
      let moved = isBlock ? photos.selected.filter { controller.path(of: $0.objectID) != nil } : [cursor]
      // With a filter, photos move past those that are listed.
      let rows = Set(moved.compactMap { controller.path(of: $0.objectID).map(controller.index(of:)) })
      guard let edge = count > 0 ? rows.max() : rows.min() else { return }
      let step = count.signum()
      let passed = stride(from: edge + step, to: count > 0 ? controller.count : -1, by: step)
      let others = passed.lazy.filter { !rows.contains($0) }.prefix(abs(count))
      guard let last = others.reduce(nil, { $1 }) else {
        let place = count > 0 ? "end" : "beginning"
        return toasts.show(Toast(.info, "At the \(place) of the album"))
      }
      let anchor = controller.object(at: last)
      try library.context.requireAtHand()
      try change("moving \(PhotoLibrary.words(for: moved)) in \(album.title)") { [self] in
        try changing {
          count > 0
            ? try library.move(moved, in: album, after: anchor)
            : try library.move(moved, in: album, before: anchor)
        }
      }
    }
  }

  // MARK: Albums

  /// Renames the own album that is shown.
  func renameAlbum(to title: String) throws {
    let album = try shownAlbum()
    try change("renaming \(album.title) to \(title)") { [self] in
      if title.lowercased() != album.title.lowercased() { try requireFree(title) }
      let former = album.title
      let change = try changing { try library.rename(album, to: title) }
      show(
        change, "Renamed \(former) to \(album.title)", or: "The album has the title \(album.title) already")
    }
  }

  /// Describes the own album that is shown.
  func describeAlbum(as text: String) throws {
    let album = try shownAlbum()
    try change("describing \(album.title)") { [self] in
      let change = try changing { try library.describe(album, as: text) }
      show(change, "Described \(album.title)", or: "\(album.title) has this description already")
    }
  }

  /// Makes the photo under the cursor the cover of the own album that is shown.
  func chooseCover() throws {
    let album = try shownAlbum()
    guard let photo = current else { return }
    try change("making “\(photo.title)” the cover of \(album.title)") { [self] in
      let change = try changing { try library.setCover(photo, of: album) }
      let what = "“\(photo.title)” is the cover of \(album.title)"
      show(change, what, or: what + " already")
    }
  }

  /// Copies the album that is shown to an own one, and lists it.
  func copyAlbum(as title: String? = nil) throws {
    guard let album = lists.photos.album else { throw CommandLineError.unavailable(reason: noAlbum) }
    try change("copying \(album.title)") { [self] in
      if let title { try requireFree(title) }
      let (copy, _) = try changing { try library.copy(album, as: title) }
      look(at: .collection(.album(copy.identifier)))
      toasts.show(
        Toast(.info, "Copied \(album.title) to your album \(copy.title)", hint: hint(.undo, "undo")))
    }
  }

  /// Deletes an album; its photos stay in the library.
  func deleteAlbum(named name: String) throws {
    try change("deleting the album \(name)") { [self] in
      let album = try existingAlbum(name)
      let (title, isShown) = (album.title, lists.photos.album === album)
      try changing { try library.delete(album) }
      if isShown { look(at: .all) }
      toasts.show(Toast(.info, "Deleted the album \(title); its photos stay", hint: hint(.undo, "undo")))
    }
  }

  /// Shows what a change did, with a hint to its undo, or that it found nothing to do.
  private func show<Result>(
    _ change: (result: Result, isUndoable: Bool), _ done: String, or unchanged: String
  ) {
    toasts.show(
      change.isUndoable ? Toast(.info, done, hint: hint(.undo, "undo")) : Toast(.info, unchanged))
  }

  // MARK: Conditions

  private var noAlbum: String { "Go to an album first: \(key(.source)) lists them" }

  /// The availability of what changes the album that is shown.
  var hasOwnAlbum: Availability {
    guard let album = lists.photos.album else { return .disabled(reason: noAlbum) }
    return album.kind == .own
      ? .enabled
      : .disabled(reason: "This album is kept as it is at Flickr: \(key(.albumCopy)) makes one of your own")
  }

  /// The availability of moves, for which the order of the album must be seen.
  var canMoveInAlbum: Availability {
    if case .disabled(let reason) = hasOwnAlbum { return .disabled(reason: reason) }
    return lists.photos.isInAlbumOrder
      ? hasPhoto
      : .disabled(reason: "The album is listed by \(lists.photos.arrangement.sort.name): :sort album first")
  }

  var hasAlbum: Availability { lists.photos.album == nil ? .disabled(reason: noAlbum) : .enabled }

  private func shownAlbum() throws -> Album {
    if case .disabled(let reason) = hasOwnAlbum { throw CommandLineError.unavailable(reason: reason) }
    guard let album = lists.photos.album else { throw CommandLineError.unavailable(reason: noAlbum) }
    return album
  }

  private func existingAlbum(_ name: String) throws -> Album {
    let name = name.trimmingCharacters(in: .whitespaces)
    // Where only albums are meant, no source is hidden.
    guard let album = try album(chosenAs: name) ?? library.ownAlbum(named: name) else {
      throw AlbumError.noSuchAlbum(name)
    }
    return album
  }

  /// Refuses a title that is the name of another collection or of a source.
  private func requireFree(_ title: String) throws {
    let title = title.trimmingCharacters(in: .whitespaces)
    let isSearch = try library.savedSearch(named: title) != nil
    guard !isSearch, !isReserved(title) else { throw Self.taken(title) }
  }
}
