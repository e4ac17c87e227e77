import ObjectGraph

extension PhotoLibrary {
  /// Changes titles, descriptions and tags of photos, in one undoable event, and saves.
  ///
  /// No refresh changes this. A text that is emptied, or set to what was received, follows what is received again.
  /// Nothing is saved if nothing differs.
  ///
  /// - Returns: The number of photos and texts that were changed, and that of photos that are no longer in the library.
  /// - Throws: Errors of the store.
  /// - Complexity: O(*n*) in the number of changes.
  @discardableResult
  public func edit(_ changes: [PhotoTextChange]) throws -> PhotoTextSummary {
    var summary = PhotoTextSummary()
    let ids = Set(changes.map(\.id)).sorted()
    let known = Dictionary(
      try context.fetch(FetchRequest<Photo>(where: Photo.flickrID.isIn(ids))).map { ($0.flickrID, $0) },
      uniquingKeysWith: { first, _ in first })
    var edits: [(photo: Photo, before: PhotoValues, after: PhotoValues)] = []
    for change in changes {
      guard let photo = known[change.id], !photo.isDeleted else {
        summary.missing += 1
        continue
      }
      let before = PhotoValues(photo)
      var after = before
      after.edit(change)
      summary.count(from: before, to: after)
      if !after.isExactly(before) { edits.append((photo, before, after)) }
    }
    guard !edits.isEmpty else { return summary }
    _ = try edit("editing \(Self.words(for: edits.map(\.photo)))") {
      for edit in edits { edit.photo.set(edit.after, insteadOf: edit.before) }
    }
    return summary
  }
}
