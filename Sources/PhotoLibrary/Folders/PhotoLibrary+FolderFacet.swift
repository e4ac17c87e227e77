import ObjectGraph

extension PhotoLibrary {
  /// Returns the condition of photos in a folder of a name and in the folders below it; if there is none, in folders that have
  /// the text in their paths.
  ///
  /// A photo is in the folders of all its files that are there.
  func folders(named text: String) throws -> FetchPredicate {
    let names = FolderNames(sources: try sourceNames())
    for forms in TextForms.turns(for: text) {
      let isBelow = FetchPredicate.or(forms.flatMap(names.paths(named:)).map(LocalFile.isBelow))
      // The index begins with the folder.
      let files = FetchRequest<LocalFile>(
        where: isBelow && LocalFile.isThere && LocalFile.photo != nil, limit: 1)
      if try context.count(files) > 0 { return Photo.hasFile(isBelow) }
    }
    return Photo.hasFile(names.condition(ofFoldersContaining: text))
  }

  /// Returns the folders with photos that meet a condition, and the folders around them, in no order.
  func countedFolders(_ condition: FetchPredicate?) async throws -> [CountedFolder] {
    let model = context.model
    let photos = condition.map { FetchRequest<Photo>(where: $0).query(in: model) }
    let files = FetchRequest<LocalFile>(where: LocalFile.isThere).query(in: model)
    return try await container.coordinator.readCancellably { reader in
      let matching = try photos.map { Set(try reader.fetchIDs($0).map(\.key)) }
      var tally = FolderTally()
      try reader.forEach(files, paths: [LocalFile.folder.keyPath, LocalFile.photo.keyPath]) { _, found in
        guard case .string(let folder) = found[0], case .integer(let photo) = found[1].columnValue else {
          return
        }
        tally.add(photo, in: folder, isCounted: matching?.contains(photo) ?? true)
      }
      return tally.counted(FolderNames(sources: try reader.sources(in: model).map(\.0)))
    }
  }
}

extension Photo {
  /// Returns a predicate for the photos with a file that is there and meets a condition.
  static func hasFile(_ condition: FetchPredicate) -> FetchPredicate {
    files.filter { (LocalFile.isThere && condition).reached(by: $0.keyPath) }.count > 0
  }
}
