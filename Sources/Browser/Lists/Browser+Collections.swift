import Foundation
import ObjectGraph
import PhotoLibrary
import Presentation
import TerminalUI

/// Choosing what to look at.
extension Browser {
  /// Lists what a text names: all photos, a collection, the deleted photos, or a source, from which photos come from now on.
  ///
  /// A source that was never fetched is fetched, and a folder is read again.
  ///
  /// - Throws: The errors of the library, and those of the text, which must be the name of a collection or a source.
  func look(at text: String) throws {
    let name = text.trimmingCharacters(in: .whitespaces)
    try whenAtHand { [self] in
      // A search can have been saved under this name before it was that of the deleted photos.
      if name == Self.deletedPhotos, try library.savedSearch(named: name) == nil {
        try library.context.requireAtHand()
        return try openDeleted()
      }
      if let scope = try scope(named: name) {
        try readAhead(scope)
        look(at: scope)
        if scope == .collection(.lookAlikes) { findStacks() }
        return
      }
      let refresher = try refresh.refresher.with(source: name)
      let source = refresher.name
      let isKnown = try library.sourceNames().contains(source)
      try readAhead(.collection(.source(source)))
      refresh.refresher = refresher
      look(at: .collection(.source(source)))
      guard !isKnown || refresh.refresher.isFolder, !refresh.isRunning else {
        return toasts.show(Toast(.info, "Source: \(source)", hint: hint(.refresh, "fetches it")))
      }
      startRefresh()
    }
  }

  /// Returns the scope with a name, which is not a source; `nil` if there is none.
  private func scope(named name: String) throws -> PhotoScope? {
    if name == Self.everything { return .all }
    if let collection = PhotoCollection.builtIn.first(where: { $0.name == name }) {
      return collection == .selected([]) ? selectedPhotos : .collection(collection)
    }
    if try library.savedSearch(named: name) != nil { return .collection(.search(name)) }
    return try album(chosenAs: name).map { .collection(.album($0.identifier)) }
  }

  /// The photos that are selected now, which stay those whatever is selected later.
  var selectedPhotos: PhotoScope { .collection(.selected(lists.photos.selection.ids.sorted())) }

  /// Reads what a list of a scope reads when it turns to it, so that it need not wait for another machine.
  private func readAhead(_ scope: PhotoScope) throws {
    guard library.isRemote else { return }
    _ = try condition(of: scope)
    try library.context.requireAtHand()
  }

  /// Asks for the collection or the source whose photos are listed.
  func askForCollection() {
    attempt {
      try whenAtHand { [self] in
        let prompt = CollectionPrompt(self)
        try library.context.requireAtHand()
        ask(prompt)
      }
    }
  }

  func look(at scope: PhotoScope) {
    lists.keepJump()
    lists.focus = .photos
    // At the start, nothing is listed yet, but a place is remembered.
    list(scope, selecting: lists.photos.list.selectedID ?? lists.photos.wantedID)
  }

  /// The name of all photos in lists of collections.
  static let everything = "everything"

  /// The collection with a name that was remembered.
  func collection(named name: String) -> PhotoCollection {
    if let collection = PhotoCollection.builtIn.first(where: { $0.name == name }) { return collection }
    if (try? library.album(withIdentifier: name)) ?? nil != nil { return .album(name) }
    let search = try? library.savedSearch(named: name)
    return search == nil ? .source(name) : .search(name)
  }

  /// Returns a Boolean value that indicates whether a name is that of a collection that is always there, or of a source.
  func isReserved(_ name: String) -> Bool {
    [Self.everything, Self.deletedPhotos].contains(name)
      || PhotoCollection.builtIn.contains { $0.name == name }
      || (try? refresh.refresher.with(source: name)) != nil
  }

  /// The error about a name that would hide another collection or a source, or be hidden by it.
  static func taken(_ name: String) -> CommandLineError {
    .unavailable(reason: "“\(name)” is the name of another collection or source")
  }

  /// Returns the condition of the photos of a scope; `nil` for all photos.
  ///
  /// - Throws: The errors of the library.
  func condition(of scope: PhotoScope) throws -> FetchPredicate? {
    switch scope {
    case .empty: .constant(false)
    case .all: nil
    case .photographer(let id): Photo.taken(by: id)
    case .group(let query): try condition(of: query)
    case .collection(let collection): try condition(of: collection)
    }
  }

  private func condition(of collection: PhotoCollection) throws -> FetchPredicate? {
    switch collection {
    case .new:
      session.newestSeen = try library.newestPhoto()
      return id(session.startMemory.newestSeen, as: Photo.self).map(FetchPredicate.inserted(after:))
    case .lastRefresh: return try library.photosOfLastRefresh() ?? .constant(false)
    case .gone: return Photo.withoutPicture
    case .lookAlikes: return Photo.bestOfStacks
    case .stack(let number): return Photo.inStack(number)
    case .album(let identifier): return try library.condition(ofAlbum: identifier)
    case .like(_, _, let found): return .isOne(of: found)
    case .selected(let photos): return .isOne(of: photos)
    case .source(let name): return try library.photos(ofSource: name)
    case .search(let name):
      guard let search = try library.savedSearch(named: name) else { return .constant(false) }
      return try condition(of: search.text)
    }
  }

  /// The collections and sources to choose from.
  var collectionChoices: [Choice] {
    // A library that cannot be read says so elsewhere.
    let names = (try? library.sourceNames()) ?? []
    return collectionChoices(names.map { ImportedSource(name: $0, photoCount: nil, fetchedAt: nil) })
  }

  /// The same, with the numbers of photos and the times of the last refreshes.
  func countedCollectionChoices() async throws -> [Choice] {
    let counts = try await library.albumCounts()
    let deleted = try await library.deletedPhotoCount()
    return collectionChoices(try await library.importedSources(), counts, deleted: deleted)
  }

  private func collectionChoices(
    _ sources: [ImportedSource], _ albumCounts: [ManagedObjectID: Int]? = nil, deleted: Int? = nil
  ) -> [Choice] {
    var choices = [Choice(text: Self.everything, meaning: "all photos of the library")]
    choices += PhotoCollection.builtIn.filter { $0 != .selected([]) || !lists.photos.selection.isEmpty }
      .map { Choice(text: $0.name, meaning: $0.meaning) }
    choices.append(Self.deletedChoice(deleted))
    return choices + albumChoices(counts: albumCounts) + savedSearchChoices
      + SourceChoices.make(named: refresh.refresher.named, used: sources)
  }

  // MARK: Smart collections

  /// The saved searches with their queries.
  var savedSearchChoices: [Choice] {
    ((try? library.savedSearches()) ?? []).map { Choice(text: $0.name, meaning: $0.text) }
  }

  /// Saves the filter of the photos under a name, which must not be that of another collection.
  ///
  /// - Throws: ``CommandLineError``, and the errors of the library.
  func saveFilter(as name: String) throws {
    if case .disabled(let reason) = hasFilter { throw CommandLineError.unavailable(reason: reason) }
    let filter = lists.photos.arrangement.filter
    try change("saving a search as \(name)") { [self] in
      let isAlbum = try library.ownAlbum(named: name) != nil
      guard !isAlbum, !isReserved(name) else { throw Self.taken(name) }
      let former = try library.savedSearch(named: name)?.text
      let change = try changing { try library.saveSearch(named: name, filter) }
      guard let former else {
        return toasts.show(Toast(.info, "Saved “\(filter)” as \(name)", hint: hint(.source, "lists it")))
      }
      toasts.show(
        change.isUndoable
          ? Toast(.info, "Replaced “\(former)” of \(name) by “\(filter)”", hint: hint(.undo, "undo"))
          : Toast(.info, "“\(filter)” is saved as \(name) already"))
    }
  }

  /// Deletes a saved search.
  ///
  /// - Throws: ``CommandLineError``, and the errors of the library.
  func forgetSearch(named name: String) throws {
    try change("deleting the smart collection \(name)") { [self] in
      guard try library.savedSearch(named: name) != nil else {
        throw CommandLineError.unavailable(reason: "There is no smart collection “\(name)”")
      }
      try changing { try library.deleteSearch(named: name) }
      toasts.show(Toast(.info, "Deleted the smart collection \(name)", hint: hint(.undo, "undo")))
    }
  }
}
