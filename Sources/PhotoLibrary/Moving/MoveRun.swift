import FileTrash
import PhotoFiles

/// The moves of photos, one after the other.
struct MoveRun: Sendable {
  /// Photos whose files were moved together.
  private struct Moved: Sendable {
    let moves: [FileMove]
    let files: [MovedFile]
    /// The folders that were made for them.
    let folders: [String]
  }

  /// The plans whose files were moved.
  private(set) var plans: [MovePlan] = []
  /// The plans whose files stay.
  private(set) var left: [MovePlan] = []
  /// The reasons why they stay, each as a sentence; a run that was canceled says none for the rest.
  private(set) var problems: [String] = []
  /// The number of those that stay because another file has the name.
  private(set) var taken = 0
  /// The files beside the places that the files have left.
  private(set) var companions: [FormerPlace: Companions] = [:]
  /// The files that were moved there and back, because another file of their group could not be moved.
  private(set) var returned: [MovedFile] = []
  private var moved: [Moved] = []

  /// The files that were moved.
  var files: [MovedFile] { moved.flatMap(\.files) }
  /// The number of files that were moved, with sidecars.
  var count: Int { moved.reduce(0) { $0 + $1.moves.count } }

  /// The folders of the files that were moved, or moved there and back.
  var folders: Set<ExactText> {
    (files + returned).reduce(into: []) {
      $0.formUnion([ExactText($1.file.place.folder), ExactText($1.file.destination.folder)])
    }
  }

  /// Moves files in the background.
  @concurrent
  static func run(_ plans: [MovePlan], returning former: [FormerPlace: Companions] = [:]) async -> MoveRun {
    MoveRun(plans, returning: former)
  }

  /// Moves files, photo by photo, until the task is canceled.
  ///
  /// A file gets a name that no other file has, also with another extension: the two would share a sidecar. Files that leave their
  /// names go first, so that `2.jpg` becomes `3.jpg` before `1.jpg` becomes `2.jpg`.
  ///
  /// - Parameters:
  ///   - plans: The plans.
  ///   - former: The files beside the places that files have left, to which they may return.
  init(_ plans: [MovePlan], returning former: [FormerPlace: Companions] = [:]) {
    var namesakes = Namesakes()
    for plan in plans {
      if let obstacle = plan.obstacle { leave(plan, because: obstacle) }
    }
    let groups = MoveGroup.groups(of: plans.filter { $0.obstacle == nil })
    var names = TakenNames(groups, returning: former, &namesakes)
    var queue = Array(groups.indices)
    var waiting: [Int: [Int]] = [:]
    var isDone = groups.map { _ in false }
    var next = 0
    while next < queue.count, !Task.isCancelled {
      let index = queue[next]
      next += 1
      let group = groups[index]
      let others = names.others(than: group, &namesakes)
      if let owner = others.compactMap({ names.owner(of: $0) }).first(where: { !isDone[$0] }) {
        waiting[owner, default: []].append(index)
        continue
      }
      isDone[index] = true
      if let other = others.first {
        leave(group) { .taken(path: $0, other: other.text) }
      } else {
        move(group, returning: former, &names, &namesakes)
      }
      queue += waiting.removeValue(forKey: index) ?? []
    }
    for index in groups.indices where !isDone[index] {
      if Task.isCancelled {
        left += groups[index].plans
      } else {
        // Each waits for the name of another one.
        let other = names.others(than: groups[index], &namesakes).first
        leave(groups[index]) { .taken(path: $0, other: other?.text ?? $0) }
      }
    }
  }

  private mutating func move(
    _ group: MoveGroup, returning former: [FormerPlace: Companions], _ names: inout TakenNames,
    _ namesakes: inout Namesakes
  ) {
    if let unreadable = names.unreadableFolder(of: group) {
      return leave(group) { .unreadable(path: $0, folder: unreadable) }
    }
    for (index, plan) in group.plans.enumerated() {
      do throws(MoveObstacle) {
        for file in plan.files { try file.check() }
      } catch {
        return leave(group, because: error, at: index)
      }
    }
    let files = group.files
    do {
      let sidecars = try Self.sidecars(of: files, returning: former, &namesakes)
      let moves = files.map { FileMove(from: $0.place.path, to: $0.destination.path) } + sidecars
      let paths = Set(moves.map { ExactText($0.path) })
      var beside: [FormerPlace: Companions] = [:]
      for file in files {
        let others = Set((namesakes.paths(sharing: file.place) ?? []).map(ExactText.init)).subtracting(paths)
        let own = sidecars.map { FolderPlace(path: $0.path) }.filter {
          file.destination(ofSidecar: $0) != nil
        }
        beside[FormerPlace(row: file.row, place: file.place)] = Companions(sidecars: Set(own), others: others)
      }
      // Immediately before the move: what changes earlier was not read.
      let known = files.map { SidecarFile.changed(ofFile: $0.place.path) == $0.sidecarChanged }
      let folders: [String]
      do {
        folders = try FileMove.run(moves)
      } catch {
        returned += zip(files, known).map { MovedFile($0, at: $0.place.path, isSidecarKnown: $1) }
          .filter(\.isChanged)
        throw error
      }
      let results = zip(files, known).map {
        MovedFile($0, at: $0.destination.path, isSidecarKnown: $1)
      }
      moved.append(Moved(moves: moves, files: results, folders: folders))
      plans += group.plans
      companions.merge(beside) { $1 }
      names.record(moves)
    } catch {
      leave(group, because: error, at: 0)
    }
  }

  /// Returns the moves of the sidecars that go with files: those that describe no file that stays, and those that came with them.
  private static func sidecars(
    of files: [MovePlan.File], returning former: [FormerPlace: Companions], _ namesakes: inout Namesakes
  ) throws(MoveObstacle) -> [FileMove] {
    var places = Set(namesakes.sidecars(goingWith: files.map(\.place.path)).map(FolderPlace.init(path:)))
    for file in files {
      let came = former[FormerPlace(row: file.row, place: file.destination)]?.sidecars ?? []
      for place in came.compactMap(file.origin(ofSidecar:)) where Trash.exists(place.path) {
        places.insert(place)
      }
    }
    var moves: [FileMove] = []
    for place in places.sorted(by: { $0.path < $1.path }) {
      for file in files {
        guard let destination = file.destination(ofSidecar: place) else { continue }
        try file.checkLink(place.path)
        moves.append(FileMove(from: place.path, to: destination.path))
        break
      }
    }
    return moves
  }

  private mutating func leave(_ group: MoveGroup, because obstacle: (_ path: String) -> MoveObstacle) {
    for plan in group.plans { leave(plan, because: obstacle(plan.files[0].place.path)) }
  }

  /// Leaves a group because of one of its photos.
  private mutating func leave(_ group: MoveGroup, because error: any Error, at failed: Int) {
    let other = group.plans[failed].files[0].place.path
    for (index, plan) in group.plans.enumerated() {
      let partner = MoveObstacle.partner(path: plan.files[0].place.path, other: other)
      leave(plan, because: index == failed ? error : partner)
    }
  }

  private mutating func leave(_ plan: MovePlan, because error: any Error) {
    left.append(plan)
    problems.append("\(error)")
    if case .taken? = error as? FileMoveError { taken += 1 }
    if case .taken? = error as? MoveObstacle { taken += 1 }
  }
}

extension MoveRun {
  /// Moves the files back in the background, as far as that is possible.
  ///
  /// - Returns: The files that are back, and the reasons why others are not, each as a sentence.
  @concurrent
  func takenBack() async -> (files: [MovedFile], problems: [String]) {
    var (files, problems): ([MovedFile], [String]) = ([], [])
    for group in moved.reversed() {
      let known = group.files.map { $0.unchanged() }
      do {
        try FileMove.run(group.moves.reversed().map(\.reversed))
        FileMove.removeFolders(group.folders)
        files += zip(group.files, known).map { $0.atFormerPlace(known: $1) }
      } catch {
        problems.append("\(error)")
      }
    }
    return (files, problems)
  }
}
