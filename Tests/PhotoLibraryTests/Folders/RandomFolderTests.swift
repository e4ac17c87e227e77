import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import PhotoLibrary

/// A random user of a folder, and a model of the photos that the library must have of it.
@MainActor
private struct FolderModel {
  /// What a file contains: a shot, and how often a program has written into it.
  struct Contents: Hashable {
    let shot: Int
    var version = 0

    /// The file; the date taken identifies the shot.
    var file: CameraFile {
      var file = CameraFile(taken: taken.replacing("-", with: ":"), comment: "shot \(shot)")
      file.iptc = (0..<version).map { (25, "v\($0)") }
      return file
    }

    /// Each shot has a second of its own.
    var taken: String {
      func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
      return "2024-\(two(1 + shot / 28 / 60 % 12))-\(two(1 + shot / 60 % 28)) 12:00:\(two(shot % 60))"
    }
  }

  let folder: PhotoFolder
  var random: SeededGenerator
  /// The files that are there, by name.
  var files: [String: Contents] = [:]
  /// The quarters by which the user has turned the photos of shots, which have been imported.
  var marks: [Int: Int] = [:]
  /// The shots that the user has deleted from the library.
  var deleted: Set<Int> = []
  private var nextShot = 0
  /// The files that were moved, copied or changed since the last refresh: a file that was both moved and changed cannot be
  /// found again.
  private var touched: Set<String> = []

  init(seed: UInt64) throws {
    folder = try PhotoFolder()
    random = SeededGenerator(seed: seed)
  }

  private mutating func newName() -> String {
    let folders = ["", "a/", "b/", "b/c/", "d e/"]
    return (folders.randomElement(using: &random) ?? "") + "\(Int.random(in: 0..<12, using: &random)).jpg"
  }

  private mutating func anyName() -> String? {
    files.keys.filter { !touched.contains($0) }.sorted().randomElement(using: &random)
  }

  /// Forgets what was touched, after a refresh.
  mutating func finishRefresh() { touched = [] }

  private func write(_ name: String, _ contents: Contents) throws { try folder.write(name, contents.file) }

  mutating func act() throws {
    switch Int.random(in: 0..<14, using: &random) {
    case 0...3: try shoot(newName())
    case 4:
      guard let name = anyName(), let contents = files[name] else { return }
      let copy = newName()
      guard files[copy] == nil else { return }
      try write(copy, contents)
      files[copy] = contents
      touched.formUnion([name, copy])
    case 5, 6:
      guard let name = anyName() else { return }
      let target = newName()
      guard files[target] == nil else { return }
      try folder.move(name, to: target)
      files[target] = files.removeValue(forKey: name)
      touched.formUnion([name, target])
    case 7: try moveFolder()
    case 8, 9: try edit()
    case 10:
      guard let name = anyName() else { return }
      try folder.remove(name)
      files[name] = nil
    case 11:
      guard let name = anyName() else { return }
      try folder.remove(name)
      files[name] = nil
      try shoot(name)
    case 12:
      guard let photo = try folder.photos().filter({ !$0.isPictureGone }).randomElement(using: &random) else {
        return
      }
      let shot = shot(of: photo)
      try folder.library.delete([photo])
      deleted.insert(shot)
      if Bool.random(using: &random) {
        try folder.library.undo()
        deleted.remove(shot)
      }
    default:
      guard let photo = try folder.photos().randomElement(using: &random) else { return }
      try folder.library.turn([photo], quarters: 1)
      marks[shot(of: photo), default: 0] += 1
    }
  }

  /// Takes a photo.
  private mutating func shoot(_ name: String) throws {
    guard files[name] == nil else { return }
    nextShot += 1
    files[name] = Contents(shot: nextShot)
    try write(name, Contents(shot: nextShot))
  }

  /// Writes into all copies of a photo, as a program that synchronizes them does.
  private mutating func edit() throws {
    guard let name = anyName(), var contents = files[name] else { return }
    let old = contents
    guard !files.contains(where: { $0.value == old && touched.contains($0.key) }) else { return }
    contents.version += 1
    for copy in files.keys.sorted() where files[copy] == old {
      files[copy] = contents
      touched.insert(copy)
      try write(copy, contents)
    }
  }

  private mutating func moveFolder() throws {
    let name = ["a/", "b/c/", "d e/"].randomElement(using: &random) ?? "a/"
    let inside = files.keys.filter { $0.hasPrefix(name) }.sorted()
    let target = "moved \(Int.random(in: 0..<1_000, using: &random))/"
    guard !inside.isEmpty, touched.isDisjoint(with: inside),
      !files.keys.contains(where: { $0.hasPrefix(target) })
    else { return }
    try folder.move(String(name.dropLast()), to: String(target.dropLast()))
    for old in inside {
      let new = target + old.dropFirst(name.count)
      files[new] = files.removeValue(forKey: old)
      touched.insert(new)
    }
  }

  func shot(of photo: Photo) -> Int {
    let text = photo.taken ?? ""
    func part(_ start: Int) -> Int { Int(text.dropFirst(start).prefix(2)) ?? 0 }
    return (part(5) - 1) * 28 * 60 + (part(8) - 1) * 60 + part(17)
  }

  /// Compares the library with the model.
  func check(_ place: String) throws {
    let photos = try folder.photos()
    let there = Dictionary(grouping: files, by: \.value.shot)
    let shown = Dictionary(grouping: photos, by: shot)
    for (shot, photos) in shown {
      #expect(photos.count == 1, "\(place): shot \(shot) has \(photos.count) photos")
      let isThere = there[shot] != nil
      for photo in photos {
        #expect(photo.isPictureGone == !isThere, "\(place): shot \(shot) is gone: \(photo.isPictureGone)")
        #expect(photo.turns == marks[shot, default: 0] % 4, "\(place): shot \(shot) lost its mark")
        #expect(!deleted.contains(shot), "\(place): shot \(shot) was deleted and is there")
        if isThere {
          let names = there[shot]?.map { folder.path($0.key) } ?? []
          #expect(
            names.contains(photo.filePath ?? ""),
            "\(place): shot \(shot) is at \(photo.filePath ?? "no path")")
          let version = there[shot]?.first?.value.version ?? 0
          #expect(
            (photo.tags ?? "").split(separator: " ").count == version,
            "\(place): shot \(shot) is not read again")
        }
      }
    }
    for shot in there.keys where !deleted.contains(shot) {
      #expect(shown[shot] != nil, "\(place): shot \(shot) is missing")
    }
  }
}

@MainActor
@Suite("Random use of a folder", .timeLimit(.minutes(10)))
struct RandomFolderTests {
  @Test(
    "Whatever happens to files, the library has each photo once, with its marks, and knows which are gone",
    arguments: Seeds.range(quick: 4, long: 200))
  func anything(seed: UInt64) async throws {
    var model = try FolderModel(seed: seed)
    for round in 0..<12 {
      for _ in 0..<Int.random(in: 1...8, using: &model.random) { try model.act() }
      // An empty folder counts as one that is not mounted.
      if model.files.isEmpty { continue }
      try await model.folder.scan()
      model.finishRefresh()
      try model.check("seed \(seed), round \(round)")
      let again = try await model.folder.scan()
      #expect(again.broughtNothing, "seed \(seed), round \(round): \(again)")
    }
    #expect(try await model.folder.library.check().isSound)
  }
}
