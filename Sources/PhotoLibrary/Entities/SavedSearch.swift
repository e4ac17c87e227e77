public import ObjectGraph

/// A query with a name: a smart collection, which always has the photos that match.
public final class SavedSearch: ManagedObject {
  /// The name, which identifies the search.
  @Attribute(SavedSearch.name) public var name: String
  /// The query; see ``PhotoQuery``.
  @Attribute(SavedSearch.text) public var text: String
}

/// The names and types, for the model, the accessors and requests.
extension SavedSearch {
  static let name = Property<SavedSearch, String>("name")
  static let text = Property<SavedSearch, String>("text")
}

extension PhotoLibrary {
  /// Returns the saved searches in alphabetical order.
  ///
  /// - Throws: Errors of the store.
  public func savedSearches() throws -> [SavedSearch] {
    try context.fetch(FetchRequest<SavedSearch>(order: [FetchOrder(SavedSearch.name)]))
  }

  /// Returns the saved search with a name.
  ///
  /// - Throws: Errors of the store.
  public func savedSearch(named name: String) throws -> SavedSearch? {
    try context.fetch(FetchRequest<SavedSearch>(where: SavedSearch.name == name)).first
  }

  /// Saves a search under a name, in place of one with that name, in one undoable event.
  ///
  /// - Throws: Errors of the store.
  @discardableResult
  public func saveSearch(named name: String, _ text: String) throws -> PendingSave {
    let known = try savedSearch(named: name)
    return try edit("saving the search “\(name)”") {
      let search = try known ?? context.insert(SavedSearch.self)
      search.name = name
      search.text = text
    }
  }

  /// Deletes a saved search in one undoable event; the photos stay.
  ///
  /// - Returns: `nil` if there is none with the name.
  /// - Throws: Errors of the store.
  @discardableResult
  public func deleteSearch(named name: String) throws -> PendingSave? {
    guard let search = try savedSearch(named: name) else { return nil }
    return try edit("deleting the search “\(name)”") { context.delete(search) }
  }
}
