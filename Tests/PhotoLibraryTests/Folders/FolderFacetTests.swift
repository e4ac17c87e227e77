import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import PhotoLibrary

@MainActor
@Suite("The folders of photos", .timeLimit(.minutes(10)))
struct FolderFacetTests {
  private let folder: PhotoFolder
  private let store: CountingStore

  init() throws {
    let (test, store) = try TestLibrary.counted()
    folder = try PhotoFolder(test)
    self.store = store
  }

  /// Writes files with a photo of its own in each.
  private func write(_ names: [String]) throws {
    for (number, name) in names.enumerated() { try folder.write(name + ".jpg", CameraFile.shot(number)) }
  }

  /// The titles of the photos that a query selects, in alphabetical order.
  private func titles(_ query: String) throws -> [String] {
    try titles(where: folder.library.predicate(of: PhotoQuery(query)))
  }

  /// The titles of the photos that meet a condition, in alphabetical order.
  private func titles(where condition: FetchPredicate?) throws -> [String] {
    try folder.test.context.fetch(FetchRequest<Photo>(where: condition, order: [FetchOrder("title")]))
      .map(\.title)
  }

  /// The query of a folder.
  private func query(_ value: String) -> String { PhotoQuery.Term(facet: .folder, value: value).text }

  /// Checks that the query of each group selects as many photos as the group has, and returns the groups in the order of
  /// their list: names, distinctions and counts.
  private func groups() async throws -> [String] {
    let groups = try await folder.library.groups(by: .folders)
    for group in groups { #expect(try titles(group.query).count == group.count, "\(group.query)") }
    return groups.sorted { ($0.section, $0.sortKey, $0.note) < ($1.section, $1.sortKey, $1.note) }
      .map { [$0.name, $0.note, "\($0.count)"].filter { !$0.isEmpty }.joined(separator: " ") }
  }

  private static let names = [
    "root", "2023/Tokyo/a", "2024/b", "2024/07 Hamburg/c", "2024/10 Oslo/d", "2024 old/e",
  ]

  @Test("are listed by their paths below the folder of the source, each with the photos of those below it")
  func listed() async throws {
    try write(Self.names)
    try await folder.scan()
    let before = store.counts
    let counts = try await folder.library.counts(of: .folder, where: nil)
    #expect((store.counts - before).mainReads == 0 && (store.counts - before).reads > 0)
    #expect(counts.contains(FacetValue(text: "2023", count: 1)))
    #expect(
      try await groups() == [
        "2023/Tokyo 1", "2024 3", "2024/07 Hamburg 1", "2024/10 Oslo 1", "2024 old 1", "photos 6",
      ])
  }

  @Test(
    "are found by a path, or else by a part of it",
    arguments: [
      ("folder:2024", ["b", "c", "d"]), ("folder:2024/", ["b", "c", "d"]), ("folder:2023/Tokyo", ["a"]),
      ("folder:tokyo", ["a"]), ("folder:Tokyo", ["a"]), ("folder:TOKYO", []),
      ("folder:\"07 Hamburg\"", ["c"]), ("folder:\"24/07 ham\"", ["c"]),
      ("folder:202", ["a", "b", "c", "d", "e"]), ("folder:o*", []), ("folder:\\", []),
      ("folder:o", ["a", "b", "c", "d", "e", "root"]), ("folder:4/1", ["d"]), ("folder:O", ["d"]),
      ("folder:photos", ["a", "b", "c", "d", "e", "root"]), ("folder:Photos", []),
      ("-folder:2024", ["a", "e", "root"]), ("folder:2024 -folder:oslo", ["b", "c"]),
    ])
  func found(text: String, expected: [String]) async throws {
    try write(Self.names)
    try await folder.scan()
    #expect(try titles(text) == expected)
  }

  @Test(
    "are not read for the condition of a part of their paths, which costs as many readings as that of a name")
  func readings() async throws {
    try write(Self.names)
    try await folder.scan()
    func condition(_ text: String) throws -> (FetchPredicate?, readings: Int) {
      let before = store.counts
      let condition = try folder.library.predicate(of: PhotoQuery(text))
      return (condition, (store.counts - before).reads)
    }
    _ = try condition("folder:2024")
    let name = try condition("folder:2024")
    let parts = try ["folder:sl", "folder:Os"].map { try condition($0) }
    #expect(name.readings > 0 && parts.map(\.readings) == [name.readings, name.readings])
    for (part, _) in parts { #expect(try titles(where: part) == ["d"]) }
    try folder.write("2025/Oslo/f.jpg", CameraFile.shot(20))
    try await folder.scan()
    for (part, _) in parts { #expect(try titles(where: part) == ["d", "f"]) }
  }

  @Test("are found by a part with a capital letter in either normal form, and not without its accent")
  func normalForms() async throws {
    let (composed, decomposed) = ("Caf\u{E9}", "Cafe\u{301}")
    try write(["2024/\(composed) Nord/a", "2024/\(decomposed) Sud/b", "2024/cafe/c"])
    try await folder.scan()
    for form in [composed, decomposed] { #expect(try titles("folder:\(form)") == ["a", "b"]) }
    #expect(try titles("folder:Cafe") == [] && titles("folder:cafe") == ["a", "b", "c"])
    try folder.write("\(decomposed)/Cafe/d.jpg", CameraFile.shot(20))
    try await folder.scan()
    #expect(try titles("folder:Cafe") == ["d"])
  }

  @Test("are found by their whole names in either normal form", arguments: ["Caf\u{E9}", "Cafe\u{301}"])
  func wholeNames(form: String) async throws {
    try write(["Cafe\u{301}/a", "Cafe\u{301} Sud/b"])
    try await folder.scan()
    #expect(try titles("folder:\(form)") == ["a"])
  }

  @Test(
    "are found by the characters of a part, none of which is a wildcard",
    arguments: [
      ("A.B", ["a"]), ("a.b", ["a"]), ("A*B", ["c"]), ("a*b", ["c"]), ("a?b", []), ("B (C", ["a"]),
      ("b (c", ["a"]), ("[A]", ["b"]), ("[a]", ["b"]), ("A\\", ["d"]), ("a\\", ["d"]),
    ])
  func literalParts(part: String, expected: [String]) async throws {
    try write(["1 A.B (C)/a", "1 [A] AxB/b", "1 A*B/c", "1 A\\B/d"])
    try await folder.scan()
    #expect(try titles(query(part)) == expected)
  }

  @Test("are found by whole paths, and not by the names of those around the folder of the source")
  func wholePaths() async throws {
    try write(Self.names)
    try await folder.scan()
    #expect(try titles(query(folder.path("2023"))) == ["a"])
    #expect(try titles(query("/")).count == 6 && titles(query(folder.home.url.path)).count == 6)
    #expect(try titles(query(folder.home.url.lastPathComponent)) == [])
  }

  @Test("are those of all files of a photo that are there, and a photo counts once in each")
  func copies() async throws {
    try folder.write("2024/a.jpg", CameraFile.shot(1))
    try folder.write("2024/copy/a.jpg", CameraFile.shot(1))
    try folder.write("b/c.jpg", CameraFile.shot(2))
    try await folder.scan()
    #expect(try await groups() == ["2024 1", "2024/copy 1", "b 1"])
    let values = try await folder.library.values(of: .folder, startingWith: "", where: nil)
    #expect(values.map(\.text) == ["photos", "2024", "2024/copy", "b"])
    #expect(values.map(\.count) == [2, 1, 1, 1])
    try folder.remove("2024/a.jpg")
    try await folder.scan()
    #expect(try await groups() == ["2024/copy 1", "b 1"])
    #expect(try titles("folder:2024") == ["a"])
    try folder.remove("2024")
    try await folder.scan()
    #expect(try await groups() == ["In no folder 1", "b 1"])
    #expect(try titles("folder:2024") == [] && titles("-has:folder") == ["a"])
  }

  @Test("that have the same names in two sources are told apart by these")
  func sameNames() async throws {
    let disk = folder.home.path("disk")
    try folder.write("2024/a.jpg", CameraFile.shot(1))
    try folder.write("../disk/2024/b.jpg", CameraFile.shot(2))
    try await folder.scan()
    #expect(try await groups() == ["2024 1"])
    try await folder.scan(disk)
    #expect(try await groups() == ["2024 \(disk) 1", "2024 \(folder.root) 1"])
    #expect(try titles("folder:2024") == ["a", "b"] && titles(query(disk + "/2024")) == ["b"])
  }

  @Test("that have the names of the folders of their sources are told apart from these")
  func nameOfRoot() async throws {
    try folder.write("a.jpg", CameraFile.shot(1))
    try folder.write("photos/b.jpg", CameraFile.shot(2))
    try await folder.scan()
    let around = FolderPlace(path: folder.root).folder
    #expect(try await groups() == ["photos \(around) 2", "photos \(folder.root) 1"])
  }

  @Test("have their names below the outer one of two sources")
  func nestedSources() async throws {
    try folder.write("2023/Tokyo/a.jpg", CameraFile.shot(1))
    try await folder.scan(folder.path("2023"))
    #expect(try await groups() == ["Tokyo 1"])
    try await folder.scan()
    #expect(try await groups() == ["2023/Tokyo 1"])
  }

  @Test("are two when their names have other bytes")
  func exactNames() async throws {
    try folder.write("caf\u{E9}/a.jpg", CameraFile.shot(1))
    try folder.write("cafe\u{301}/b.jpg", CameraFile.shot(2))
    try await folder.scan()
    #expect(try await groups() == ["caf\u{E9} 1", "caf\u{E9} 1"])
    #expect(try titles("folder:CAFE") == [] && titles("folder:cafe") == ["a", "b"])
  }
}
