public import ObjectGraph

extension Photo {
  /// The objects beside the photo from which its facts are read.
  ///
  /// As long as they are retained, reading the facts again reads nothing from the store.
  public var relatedObjects: [ManagedObject] {
    let entries = albumEntries.objects
    var objects: [ManagedObject] = sources.objects
    objects += entries as [ManagedObject]
    objects += entries.compactMap(\.album) as [ManagedObject]
    // Other photos have no files, and asking for them would take a query.
    if isOwn || ownPictureText != nil { objects += files.objects as [ManagedObject] }
    if let photographer { objects.append(photographer) }
    if let shot { objects.append(shot) }
    return objects
  }
}
