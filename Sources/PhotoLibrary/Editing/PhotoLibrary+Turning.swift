public import ObjectGraph

extension PhotoLibrary {
  /// Turns photos where they are shown, in one undoable event, and saves; their files stay as they are.
  ///
  /// - Parameters:
  ///   - photos: The photos.
  ///   - quarters: The quarters of a turn clockwise; negative for the other direction.
  /// - Throws: Errors of the store.
  @discardableResult
  public func turn(_ photos: [Photo], quarters: Int) throws -> PendingSave {
    let photos = living(photos)
    return try edit("turning \(Self.words(for: photos))") {
      for photo in photos { photo.turns = (photo.turns + quarters % 4 + 4) % 4 }
    }
  }
}
