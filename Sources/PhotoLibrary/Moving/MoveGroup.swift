/// The plans of photos that are moved together or not at all, because their files have one name in one folder, as a raw file
/// and its JPEG do, and with it one sidecar.
struct MoveGroup: Sendable {
  private(set) var plans: [MovePlan]

  /// The files of all plans.
  var files: [MovePlan.File] { plans.flatMap(\.files) }

  /// Returns groups of plans in the order of their first plans.
  ///
  /// - Complexity: O(*n*) in the number of files, if few plans connect names.
  static func groups(of plans: [MovePlan]) -> [MoveGroup] {
    var groups: [MoveGroup?] = []
    var places: [FolderPlace: Int] = [:]
    for plan in plans {
      let names = Set(plan.files.map(\.place.shared))
      let known = Set(names.compactMap { places[$0] }).sorted()
      guard let first = known.first else {
        for name in names { places[name] = groups.count }
        groups.append(MoveGroup(plans: [plan]))
        continue
      }
      // A photo with copies connects the names of these.
      for other in known.dropFirst() {
        guard let merged = groups[other] else { continue }
        groups[first]?.plans += merged.plans
        groups[other] = nil
        for file in merged.files { places[file.place.shared] = first }
      }
      groups[first]?.plans.append(plan)
      for name in names { places[name] = first }
    }
    return groups.compactMap(\.self)
  }
}

extension FolderPlace {
  /// The place without the extension of the name, which a file shares with others of its name and with their sidecar, in small
  /// letters: some file systems do not distinguish them.
  var shared: FolderPlace { FolderPlace(folder: folder, name: stem.lowercased()) }
}
