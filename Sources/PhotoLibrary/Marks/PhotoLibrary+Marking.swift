public import ObjectGraph

extension PhotoLibrary {
  /// Marks photos in one undoable event, and saves.
  ///
  /// Marks that the user makes are kept by every import; see ``MarkOrigin``. Photos that the change does not concern
  /// (``Photo/changes(by:)``) stay as they are.
  ///
  /// - Throws: Errors of the store.
  @discardableResult
  public func mark(_ photos: [Photo], _ change: MarkChange) throws -> PendingSave {
    try mark([(photos, change)], name: change.name(of: Self.words(for: photos)))
  }

  /// Marks some photos in one way and others in another, in one undoable event, and saves.
  ///
  /// - Throws: Errors of the store.
  @discardableResult
  public func mark(_ changes: [(photos: [Photo], change: MarkChange)], name: String) throws -> PendingSave {
    let changes = changes.map { (photos: living($0.photos), change: $0.change) }
    return try edit(name) {
      for (photos, change) in changes {
        for photo in photos where photo.changes(by: change) {
          photo.set(change.applied(to: photo.marks), from: .user)
        }
      }
    }
  }

  /// Records that sidecars have been read as they were written.
  ///
  /// A refresh would take marks that are undone by then for another program's. A sidecar that had changed since it was last read
  /// is read all the same. Other work comes in between. Nothing is recorded in a library that can only be read.
  ///
  /// - Throws: Errors of the store.
  public func recordSidecars(_ sidecars: [WrittenSidecar]) async throws {
    guard opened.obstacle == nil else { return }
    for start in stride(from: 0, to: sidecars.count, by: Self.sidecarBatch) {
      let batch = sidecars[start...].prefix(Self.sidecarBatch).map { (FolderPlace(path: $0.file), $0) }
      let written = Dictionary(batch, uniquingKeysWith: { _, last in last })
      try await context.whenAtHand {
        let files = try LocalFile.files(at: Set(written.keys), in: context)
        context.withoutUndo {
          for file in files {
            guard let sidecar = written[file.place],
              sidecar.before == file.sidecarChanged
            else { continue }
            file.sidecarChanged = sidecar.after
          }
        }
        try save(nil)
      }
    }
  }

  private static let sidecarBatch = 100

  /// Returns the marks of those photos that have any, and the number of all photos.
  ///
  /// Reads in the background.
  ///
  /// - Throws: The errors of the store; `CancellationError` if the task is canceled.
  /// - Complexity: O(*n*) in the number of photos.
  public func marks(
    where condition: FetchPredicate?
  ) async throws -> (marks: [ManagedObjectID: PhotoMarks], photos: Int) {
    let isMarked = condition.map { $0 && Photo.marked } ?? Photo.marked
    let marked = FetchRequest<Photo>(where: isMarked).query(in: context.model)
    let all = FetchRequest<Photo>(where: condition).query(in: context.model)
    let paths = [Photo.flag.keyPath, Photo.stars.keyPath, Photo.label.keyPath]
    return try await container.coordinator.readCancellably { reader in
      var marks: [ManagedObjectID: PhotoMarks] = [:]
      try reader.forEach(marked, paths: paths) { id, found in
        let numbers = found.map { if case .integer(let number) = $0 { Int(number) } else { 0 } }
        marks[id] = PhotoMarks(flag: numbers[0], stars: numbers[1], label: numbers[2])
      }
      return (marks, try reader.count(all))
    }
  }
}
