import ObjectGraph

extension PhotoLibrary {
  /// Replaces a tag of photos by another one, in one undoable event, and saves.
  ///
  /// A received tag becomes a removed one, so that no refresh shows it again on these photos. The photos are read and
  /// changed in the background, and the main context merges them in slices.
  ///
  /// - Parameters:
  ///   - old: The tag to replace, whatever its case and its normal form.
  ///   - new: The tag that replaces it; white space in it becomes an underscore.
  ///   - ids: Flickr's IDs of the photos; `nil` for all photos of the library.
  /// - Returns: The number of photos that had the tag.
  /// - Throws: ``LibraryError/readOnly(place:reason:)`` if the library cannot be written; errors of the store. Nothing is
  ///   renamed then.
  /// - Complexity: O(*n*) in the number of photos with the tag.
  public func renameTag(_ old: String, to new: String, among ids: Set<String>? = nil) async throws
    -> TagRenaming
  {
    try requireWritable()
    let (removing, adding) = (TagList([old]), TagList([new]))
    guard let former = removing.text, let tag = adding.text else { return TagRenaming() }
    let child = try await container.makeChild(mergePolicy: .objectTrumps, name: "tags")
    let renaming = try await child.perform { context in
      var renaming = TagRenaming()
      for photo in try context.fetch(FetchRequest<Photo>(where: Photo.tagged(former))) {
        if let ids, !ids.contains(photo.flickrID) { continue }
        let tags = TagList(photo.tags)
        guard let shown = tags.spelling(of: former), !shown.isExactly(tag) else { continue }
        renaming.photos += 1
        if !removing.contains(tag), tags.contains(tag) { renaming.merged += 1 }
        photo.editOwnValues { own, received in
          own.replaceTags(of: received, removing: removing, adding: adding)
        }
      }
      return renaming
    }
    guard renaming.photos > 0 else { return renaming }
    // Earlier changes that cannot be saved would refuse the renaming, too, when it has already ended what can be redone.
    if context.hasChanges { try save(nil) }
    try await child.save()
    let name = "renaming the tag \(former)"
    context.setUndoName(name)
    do {
      try save(name)
    } catch {
      // Otherwise the next edit would save it.
      context.undo()
      throw error
    }
    return renaming
  }
}
