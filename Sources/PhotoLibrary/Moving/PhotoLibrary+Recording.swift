import Foundation
import ObjectGraph
import PhotoFiles

/// Recording in the library what was moved, or moving it back.
extension PhotoLibrary {
  /// Returns the rows of files that are still theirs, and the places of those that another program has given other photos since
  /// the moves were planned.
  func currentRows(
    of files: [MovePlan.File]
  ) throws -> (own: [ManagedObjectID: LocalFile], others: [ManagedObjectID: FolderPlace]) {
    let rows = context.readAhead(files.map(\.row))
    // The context can be behind other programs.
    let request = FetchRequest<LocalFile>(where: .isOne(of: files.map(\.row).sorted()))
    let stored = Dictionary(
      try context.fetchValues(request).map { ($0.objectID, $0) }, uniquingKeysWith: { first, _ in first })
    var own: [ManagedObjectID: LocalFile] = [:]
    var others: [ManagedObjectID: FolderPlace] = [:]
    for (file, row) in zip(files, rows) {
      guard let row = row as? LocalFile, !row.isDeleted, let values = stored[file.row] else { continue }
      if file.isDescribed(by: values) {
        own[file.row] = row
      } else {
        others[file.row] = FolderPlace(folder: values[LocalFile.folder], name: values[LocalFile.name])
      }
    }
    return (own, others)
  }

  /// Makes a change for files that were moved, and returns when it is saved.
  ///
  /// If it cannot be made or saved, it is taken back, and the files are moved back.
  ///
  /// - Parameters:
  ///   - run: The files.
  ///   - didChange: Called with `true` when the change was made, and with `false` when it was taken back.
  ///   - change: Makes the change, when all that it reads is at hand.
  /// - Throws: The error of the change; ``LibraryError/leftMoved(reason:problems:)`` if files cannot be moved back.
  func commit(
    _ run: MoveRun, didChange: @escaping (_ isMade: Bool) -> Void,
    _ change: @escaping () throws -> RecordedChange
  ) async throws {
    // A task of its own: a cancellation must not end the recording of what was moved.
    try await Task { try await makeChange(for: run, didChange: didChange, change) }.value
  }

  private func makeChange(
    for run: MoveRun, didChange: (_ isMade: Bool) -> Void, _ change: () throws -> RecordedChange
  ) async throws {
    let made: RecordedChange
    do {
      made = try await context.whenAtHand { try change() }
    } catch {
      throw await failure(error, takingBack: run)
    }
    companions.merge(run.companions) { $1 }
    didChange(true)
    do {
      try await made.save.committed()
    } catch {
      guard await takeBack(made) else {
        leaveFilesMoved(by: made.name)
        let problem = "The files were moved, and the library has their new places with the next save."
        throw LibraryError.leftMoved(reason: "\(error)", problems: [problem])
      }
      didChange(false)
      throw await failure(error, takingBack: run)
    }
    try? await showAgain(run.files.map(\.file.row))
  }

  /// Moves files back after an error, and returns the error with the reasons why some cannot be moved back.
  func failure(_ error: any Error, takingBack run: MoveRun) async -> any Error {
    let back = await run.takenBack()
    // Another save would fail as well.
    await record(returned: back.files, saves: false)
    return back.problems.isEmpty ? error : LibraryError.leftMoved(reason: "\(error)", problems: back.problems)
  }

  /// Records files that were moved there and back, if there are any.
  ///
  /// - Parameter saves: A Boolean value that indicates whether their states are saved: those that stay unsaved hide what a refresh
  ///   reads later.
  func record(returned files: [MovedFile], saves: Bool) async {
    guard !files.isEmpty else { return }
    // A library that does not answer records them later: until then, they are known by these states.
    for var moved in files {
      // After several attempts, a plan still has the state in which the file was read.
      if let former = returnedFiles[moved.file.place], former.state == moved.file.state {
        moved.file = former.file
      }
      returnedFiles[moved.file.place] = moved
    }
    let pending = try? await context.whenAtHand { () throws -> PendingSave? in
      try recordReturned(files)
      return saves ? try save(nil) : nil
    }
    try? await pending?.committed()
  }

  /// Records the states of files that are back where they were.
  private func recordReturned(_ files: [MovedFile]) throws {
    // Throws if the library does not answer.
    _ = try context.fetchIDs(FetchRequest<Source>())
    let rows = context.readAhead(files.map(\.file.row))
    try context.requireAtHand()
    try context.withoutUndo {
      for (moved, row) in zip(files, rows) {
        guard let row = row as? LocalFile, !row.isDeleted, row.place == moved.file.place else { continue }
        row.record(moved)
        if let photo = row.photo, photo.pictureGoneSince != nil { try photo.followFiles(at: Date()) }
      }
    }
  }

  /// Shows photos again whose files a refresh marked as missing while they were being moved, unseen by this context.
  func showAgain(_ rows: [ManagedObjectID]) async throws {
    let worker = try FolderRefresh.makeWorker(in: container)
    try await Self.showAgain(rows, in: worker)
  }

  @concurrent
  private static func showAgain(_ rows: [ManagedObjectID], in worker: BackgroundContext) async throws {
    for start in stride(from: 0, to: rows.count, by: 250) {
      let part = Array(rows[start..<min(rows.count, start + 250)])
      try await worker.performRepeatedly { context in
        let lost = FetchRequest<LocalFile>(where: .and([.isOne(of: part), LocalFile.missingSince != nil]))
        for file in try context.fetch(lost) where FileState(path: file.path) != nil {
          file.missingSince = nil
          try file.photo?.followFiles(at: Date())
        }
        if context.hasChanges { try context.save() }
      }
    }
  }
}
