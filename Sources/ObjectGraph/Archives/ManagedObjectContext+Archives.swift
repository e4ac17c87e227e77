extension ManagedObjectContext {
  /// Returns objects as values, with their unsaved changes and their relationships.
  ///
  /// - Parameter objects: The objects. Deleted ones are left out, and each is archived once.
  /// - Returns: The archive, which is equal for equal objects in any order.
  /// - Throws: ``ArchiveError`` for a relationship to an object that is neither among `objects` nor has a unique key of
  ///   attributes that the destination of the relationship has and that are not derived, and for a value that cannot be encoded.
  public func archive(_ objects: some Sequence<ManagedObject>) throws -> ObjectArchive {
    try ArchiveExport(objects, in: self).archive()
  }

  /// Inserts the objects of an archive, and updates those that exist already.
  ///
  /// An object exists if the context finds another one with the values of one of its uniqueness constraints, stored or unsaved.
  /// It gets the values that the archive has, and keeps the others; to-many relationships that the archive has get just those
  /// members. Objects may refer to each other in circles. The next save checks and writes the changes.
  ///
  /// The archive is checked as a whole before the first change.
  ///
  /// - Throws: ``ArchiveError`` with the path of the first fault, and the errors of the store. The context is unchanged then.
  /// - Complexity: A fetch for each object and each of its uniqueness constraints.
  @discardableResult
  public func importObjects(from archive: ObjectArchive) throws -> ImportedObjects {
    var importing = ArchiveImport(archive, in: self)
    return try importing.run()
  }
}
