import PhotoFiles

/// The numbers of photos in folders, from the folders of their files.
struct FolderTally {
  /// The folders of files by their numbers.
  private var folders: [String] = []
  private var numbers: [ExactText: Int] = [:]
  private var files: [(photo: Int64, folder: Int)] = []

  /// Adds a file.
  ///
  /// - Parameter isCounted: A Boolean value that indicates whether its photo counts; a folder has the same name whichever
  ///   photos count.
  mutating func add(_ photo: Int64, in folder: String, isCounted: Bool) {
    let number = numbers[ExactText(folder)] ?? folders.count
    if number == folders.count {
      numbers[ExactText(folder)] = number
      folders.append(folder)
    }
    if isCounted { files.append((photo, number)) }
  }

  /// Returns the folders of photos that count, and the folders around them up to those of their sources.
  ///
  /// A photo with several files counts once in each folder.
  ///
  /// - Complexity: O(*n* log *n*) in the number of files.
  func counted(_ names: FolderNames) -> [CountedFolder] {
    var paths: [String] = []
    var places: [ExactText: Int] = [:]
    for path in folders.lazy.flatMap(names.path) where places[ExactText(path)] == nil {
      places[ExactText(path)] = paths.count
      paths.append(path)
    }
    // A folder that is below no source can be around one.
    let around = folders.map { FolderNames.ancestry(of: $0).compactMap { places[ExactText($0)] } }
    var counts = [Int](repeating: 0, count: paths.count)
    var latest = [Int64?](repeating: nil, count: paths.count)
    var direct: Set<Int> = []
    for (photo, folder) in files.sorted(by: { $0.photo < $1.photo }) {
      if let place = around[folder].first { direct.insert(place) }
      for place in around[folder] where latest[place] != photo {
        latest[place] = photo
        counts[place] += 1
      }
    }
    let named = paths.map { ExactText(names.name(of: $0)) }
    let uses = Dictionary(named.map { ($0, 1) }, uniquingKeysWith: +)
    return paths.indices.filter { counts[$0] > 0 }.map { place in
      let (path, name) = (paths[place], named[place])
      let isAlone = uses[name] == 1
      return CountedFolder(
        name: name.text, place: isAlone ? nil : names.place(of: path), value: isAlone ? name.text : path,
        hasPhotos: direct.contains(place), count: counts[place])
    }
  }
}
