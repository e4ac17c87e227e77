import ObjectGraph

extension PhotoLibrary {
  /// Returns how the files of photos would be renamed.
  ///
  /// A raw file and its JPEG, which have the same name in the same folder, keep one name, and have one number. Photos that would
  /// get the same name in a folder get `-2`, `-3` … behind it.
  ///
  /// - Parameters:
  ///   - photos: The photos, in the order of their numbers.
  ///   - pattern: The pattern of the names.
  /// - Throws: Errors of the store.
  public func renamePlans(for photos: [Photo], by pattern: RenamePattern) throws -> [MovePlan] {
    let photos = living(photos)
    let read = try context.prefetch([Photo.files.keyPath, Photo.shot.keyPath], of: photos)
    defer { withExtendedLifetime(read) {} }
    let files = photos.map { try? MovePlan.shownFile(of: $0).place }
    let stems = files.map { $0.map { FolderPlace(folder: $0.folder, name: $0.stem) } }
    var numbers: [FolderPlace: Int] = [:]
    for stem in stems { if let stem, numbers[stem] == nil { numbers[stem] = numbers.count + 1 } }
    // By number: the photos of a raw file and its JPEG can know different things.
    var names: [Int: Result<String, MoveObstacle>] = [:]
    var used: [FolderPlace: Int] = [:]
    for (photo, stem) in zip(photos, stems) {
      guard let stem, let number = numbers[stem], (try? names[number]?.get()) == nil else { continue }
      let values = RenamePattern.Values(photo, formerName: stem.name)
      names[number] = Result { () throws(MoveObstacle) in
        try Self.unused(
          pattern.name(of: values, number: number, of: numbers.count), in: stem.folder, &used)
      }
    }
    return zip(photos, stems).map { photo, stem in
      MovePlan(renaming: photo) { () throws(MoveObstacle) in
        // A photo without a file has no name, and does not come here.
        try stem.flatMap { numbers[$0] }.flatMap { names[$0] }?.get() ?? ""
      }
    }
  }

  /// Returns a name that no photo before has in a folder; upper and lower case are the same on the cards of cameras.
  ///
  /// - Parameter used: The numbers of names that begin with each used name, so that none is tried twice.
  private static func unused(_ name: String, in folder: String, _ used: inout [FolderPlace: Int]) -> String {
    let place = FolderPlace(folder: folder, name: name.lowercased())
    guard var number = used[place] else {
      used[place] = 1
      return name
    }
    var candidate: String
    repeat {
      number += 1
      candidate = "\(name)-\(number)"
    } while used[FolderPlace(folder: folder, name: candidate.lowercased())] != nil
    used[place] = number
    used[FolderPlace(folder: folder, name: candidate.lowercased())] = 1
    return candidate
  }

  /// Renames the files of photos, in one undoable event, and returns when that is saved, as ``move(_:to:didMove:)`` moves them.
  ///
  /// - Returns: The numbers of photos and files, and the reasons why others stay.
  /// - Throws: Errors of the store; the files then have their former names. ``LibraryError/leftMoved(reason:problems:)``.
  @discardableResult
  public func rename(
    _ plans: [MovePlan], didMove: @escaping (_ isMoved: Bool) -> Void = { _ in }
  ) async throws -> MoveSummary {
    try await move(plans, didMove: didMove) { "renaming \($0)" }
  }
}
