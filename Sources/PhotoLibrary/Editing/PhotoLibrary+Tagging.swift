public import ObjectGraph

extension PhotoLibrary {
  /// Adds tags to photos and removes tags from them, in one undoable event, and saves.
  ///
  /// No refresh changes this: a removed tag stays away when it is received again.
  ///
  /// - Parameters:
  ///   - photos: The photos.
  ///   - adding: The tags to add; white space in a tag becomes an underscore.
  ///   - removing: The tags to remove.
  /// - Returns: The pending save.
  /// - Throws: Errors of the store.
  /// - Complexity: O(*n*) in the number of photos.
  @discardableResult
  public func tag(_ photos: [Photo], adding: [String], removing: [String]) throws -> PendingSave {
    let (adding, removing) = (TagList(adding), TagList(removing))
    return try editOwnValues("tagging", of: photos) { own, received in
      own.editTags(of: received, adding: adding, removing: removing)
    }
  }

  /// Sets the titles of photos, in one undoable event, and saves.
  ///
  /// - Parameters:
  ///   - title: The title, which becomes one line; the received title is shown again if it is empty.
  ///   - photos: The photos.
  /// - Returns: The pending save.
  /// - Throws: Errors of the store.
  @discardableResult
  public func setTitle(_ title: String, of photos: [Photo]) throws -> PendingSave {
    let title = OwnValues.text(OwnValues.line(title))
    return try editOwnValues("the title of", of: photos) { own, _ in own.title = title }
  }

  /// Sets the descriptions of photos, in one undoable event, and saves.
  ///
  /// - Parameters:
  ///   - description: The description, which becomes one line; the received description is shown again if it is empty.
  ///   - photos: The photos.
  /// - Returns: The pending save.
  /// - Throws: Errors of the store.
  @discardableResult
  public func setDescription(_ description: String, of photos: [Photo]) throws -> PendingSave {
    let description = OwnValues.text(OwnValues.line(description))
    return try editOwnValues("the description of", of: photos) { own, _ in own.description = description }
  }

  private func editOwnValues(
    _ name: String, of photos: [Photo], _ change: (inout OwnValues, _ receivedTags: String?) -> Void
  ) throws -> PendingSave {
    let photos = living(photos)
    return try edit("\(name) \(Self.words(for: photos))") {
      for photo in photos { photo.editOwnValues(change) }
    }
  }
}
