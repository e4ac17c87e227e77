import Foundation
import Glibc
import ObjectGraph
import TestSupport
import Testing

@testable import PhotoLibrary

/// Names that are equal as strings, and not to a file system.
@MainActor
@Suite("Names in two normal forms", .timeLimit(.minutes(10)))
struct ExactNamesTests {
  private let folder: PhotoFolder
  private let composed = "caf\u{E9}"
  private let decomposed = "cafe\u{301}"

  init() throws { folder = try PhotoFolder() }

  private func shot(_ number: Int, comment: String = "") -> CameraFile {
    CameraFile(taken: "2024:05:17 18:03:\(10 + number)", artist: "Ann", comment: "\(number)\(comment)")
  }

  private func rename(_ name: String, to other: String) {
    #expect(Glibc.rename(folder.path(name), folder.path(other)) == 0)
  }

  private func files() throws -> [LocalFile] { try folder.test.context.fetch(FetchRequest<LocalFile>()) }

  @Test("A folder that gets the other form keeps its photos, whether their files changed or not")
  func folders() async throws {
    try folder.write("\(decomposed)/a.jpg", shot(1))
    try folder.write("\(decomposed)/b.jpg", shot(2))
    try await folder.scan()
    // Its ID is that of its first contents.
    try folder.write("\(decomposed)/a.jpg", shot(1, comment: ", edited"))
    try await folder.scan()
    try await folder.library.setTitle("Mine", of: [try folder.photos()[0]]).committed()
    rename(decomposed, to: composed)
    let summary = try await folder.scan()
    #expect(summary.photos.new == 0 && summary.gone == 0)
    #expect(try folder.titles() == ["Mine", "b"])
    #expect(try files().count == 2)
    #expect(try files().allSatisfy { $0.missingSince == nil && $0.path.contains("\u{E9}") })
    #expect(try await folder.scan().broughtNothing)
  }

  @Test("A file that gets the other form keeps its photo, and its copy")
  func renamed() async throws {
    try folder.write("\(decomposed).jpg", shot(1))
    try folder.write("copy.jpg", shot(1))
    try await folder.scan()
    rename("\(decomposed).jpg", to: "\(composed).jpg")
    try await folder.scan()
    let paths = Set(try files().map { Array($0.path.utf8) })
    #expect(paths == Set(["\(composed).jpg", "copy.jpg"].map { Array(folder.path($0).utf8) }))
    #expect(try folder.photos().count == 1 && files().allSatisfy { $0.missingSince == nil })
  }

  @Test("Two files whose names differ in their form alone are two photos, and stay so")
  func siblings() async throws {
    try folder.write("\(decomposed).jpg", shot(1))
    try folder.write("\(composed).jpg", shot(2))
    #expect(try await folder.scan().photos.new == 2)
    #expect(try await folder.scan().photos.unchanged == 2)
    try folder.remove("\(composed).jpg")
    #expect(try await folder.scan().gone == 1)
    #expect(try folder.photos().filter(\.isPictureGone).map(\.taken) == ["2024-05-17 18:03:12"])
  }

  @Test("Two folders are two photographers, who have their photos in one refresh")
  func photographers() async throws {
    try folder.write("\(decomposed)/a.jpg", .shot(1, artist: nil))
    for number in 2...3 { try folder.write("\(composed)/\(number).jpg", .shot(number, artist: nil)) }
    try await folder.scan()
    #expect(try folder.test.photographers().map { Array($0.photos).count }.sorted() == [1, 2])
    #expect(try await folder.scan().broughtNothing)
  }

  @Test("Two folders are two sources, and two groups with their photos")
  func sources() async throws {
    try folder.write("\(decomposed)/a.jpg", .shot(1, artist: nil))
    for number in 2...3 { try folder.write("\(composed)/\(number).jpg", .shot(number, artist: nil)) }
    for name in [decomposed, composed] { try await folder.scan(folder.path(name)) }
    #expect(try await folder.library.importedSources().map(\.photoCount) == [1, 2])
    let groups = try await folder.library.groups(by: .sources)
    #expect(groups.map(\.count).sorted() == [1, 2])
    for group in groups {
      let condition = try folder.library.predicate(of: PhotoQuery(group.query))
      #expect(try folder.test.context.count(FetchRequest<Photo>(where: condition)) == group.count)
    }
  }

  @Test("A name that begins with a mark is a name")
  func marks() async throws {
    let path = folder.path("x/\u{301}a.jpg")
    let place = FolderPlace(path: path)
    #expect(place.folder == folder.path("x") && Array(place.name.utf8) == Array("\u{301}a.jpg".utf8))
    try folder.write("x/\u{301}a.jpg", shot(1))
    #expect(try await folder.scan().photos.new == 1)
    #expect(try await folder.scan().photos.unchanged == 1)
  }
}
