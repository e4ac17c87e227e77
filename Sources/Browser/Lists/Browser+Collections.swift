import Foundation
import ObjectGraph
import PhotoLibrary
import Presentation
import TerminalUI

/// Choosing what to look at.
extension Browser {
  /// Lists what a text names: all photos, a collection, or a source, from which photos come from now on.
  ///
  /// A source that was never fetched is fetched.
  ///
  /// - Throws: The errors of the library, and those of the text, which must be the name of a collection or a source.
  func look(at text: String) throws {
    let name = text.trimmingCharacters(in: .whitespaces)
    if name == Self.everything { return look(at: .all) }
    if let collection = PhotoCollection.builtIn.first(where: { $0.name == name }) {
      return look(at: .collection(collection))
    }
    refresh.refresher = try refresh.refresher.with(source: name)
    let source = refresh.refresher.name
    look(at: .collection(.source(source)))
    let isKnown = try library.importedSources().contains { $0.name == source }
    guard !isKnown, !refresh.isRunning else {
      return toasts.show(Toast(.info, "Source: \(source)", hint: hint(.refresh, "fetches it")))
    }
    startRefresh()
  }

  private func look(at scope: PhotoScope) {
    lists.keepJump()
    lists.focus = .photos
    list(scope, selecting: lists.photos.list.selectedID)
  }

  /// The name of all photos in lists of collections.
  static let everything = "everything"

  /// The collection with a name that was remembered.
  func collection(named name: String) -> PhotoCollection? {
    PhotoCollection.builtIn.first { $0.name == name } ?? .source(name)
  }

  /// Returns the condition of the photos of a scope; `nil` for all photos.
  ///
  /// - Throws: The errors of the library.
  func condition(of scope: PhotoScope) throws -> FetchPredicate? {
    switch scope {
    case .empty: .constant(false)
    case .all: nil
    case .photographer(let id): Photo.taken(by: id)
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
    case .selected: return .comparison(.init("SELF", .in, .values(selectedIDs)))
    case .source(let name): return try library.photos(ofSource: name)
    }
  }

  private var selectedIDs: [PropertyValue] {
    lists.photos.selection.ids.sorted().map(PropertyValue.reference)
  }

  /// The collections and sources to choose from.
  var collectionChoices: [Choice] {
    var choices = [Choice(text: Self.everything, meaning: "all photos of the library")]
    choices += PhotoCollection.builtIn.filter { $0 != .selected || !lists.photos.selection.isEmpty }
      .map { Choice(text: $0.name, meaning: $0.meaning) }
    // A library that cannot be read says so elsewhere.
    let sources = (try? library.importedSources()) ?? []
    return choices + SourceChoices.make(named: refresh.refresher.named, used: sources)
  }
}
