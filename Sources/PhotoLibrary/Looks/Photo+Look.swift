import ObjectGraph

extension Photo {
  /// Deletes the look, which is that of a former picture; the new one has none until it is examined.
  func deleteLook() {
    if let look { managedObjectContext?.delete(look) }
  }
}
