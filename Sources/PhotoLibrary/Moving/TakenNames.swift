import FileTrash
import PhotoFiles

/// The files that have the names which others are going to get, with any extension, and their sidecars.
///
/// They are looked up before the first move, and follow the moves.
struct TakenNames {
  /// The paths of the files, by the names in small letters.
  private var paths: [FolderPlace: Set<ExactText>] = [:]
  /// The names under which a path is listed.
  private var names: [ExactText: Set<FolderPlace>] = [:]
  /// The numbers of the groups of the files that are going to be moved.
  private var owners: [ExactText: Int] = [:]
  /// The folders whose files cannot be listed.
  private var unreadable: Set<ExactText> = []

  /// Looks up the files that have the new names of groups, except those beside which a file was before.
  init(_ groups: [MoveGroup], returning former: [FormerPlace: Companions], _ namesakes: inout Namesakes) {
    for (index, group) in groups.enumerated() {
      for file in group.files {
        owners[ExactText(file.place.path)] = index
        let name = file.destination.shared
        guard let found = namesakes.paths(sharing: file.destination) else {
          unreadable.insert(ExactText(file.destination.folder))
          continue
        }
        let others = former[FormerPlace(row: file.row, place: file.destination)]?.others ?? []
        let taking = Set(found.map(ExactText.init)).subtracting(others)
        paths[name, default: []].formUnion(taking)
        for path in taking { names[path, default: []].insert(name) }
      }
    }
  }

  /// Returns the paths of the files that have the new names of a group now, without its own files and sidecars.
  func others(than group: MoveGroup, _ namesakes: inout Namesakes) -> [ExactText] {
    let files = group.files
    let found = Set(files.map(\.destination.shared)).reduce(into: Set<ExactText>()) {
      $0.formUnion(paths[$1] ?? [])
    }
    guard !found.isEmpty else { return [] }
    let own = files.map(\.place.path)
    return found.subtracting((own + namesakes.sidecars(goingWith: own)).map(ExactText.init)).sorted()
  }

  /// Returns the number of the group to which a file belongs; `nil` for one that stays.
  func owner(of path: ExactText) -> Int? { owners[path] }

  /// Returns a destination of a group whose files cannot be listed.
  func unreadableFolder(of group: MoveGroup) -> String? {
    group.files.map(\.destination.folder).first { unreadable.contains(ExactText($0)) }
  }

  /// Follows moves: their files leave their names, and have others.
  mutating func record(_ moves: [FileMove]) {
    for move in moves {
      let path = ExactText(move.path)
      for name in names.removeValue(forKey: path) ?? [] { paths[name]?.remove(path) }
      owners[path] = nil
    }
    for move in moves {
      let (path, name) = (ExactText(move.destination), FolderPlace(path: move.destination).shared)
      guard paths[name] != nil else { continue }
      paths[name]?.insert(path)
      names[path, default: []].insert(name)
    }
  }
}
