import Flickr
import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import PhotoLibrary

@MainActor
@Suite("Marks of photos", .timeLimit(.minutes(10)))
struct MarkingTests {
  let library: TestLibrary

  init() throws { library = try TestLibrary() }

  @Test("Flag, stars and label are independent, with their origin and date, and are undone one by one")
  func marking() async throws {
    try await library.importPhotos([.full("1"), .full("2")])
    let photo = try library.photo("1")
    #expect(photo.marks.isEmpty && photo.markOrigin == .none && photo.markedAt == nil)
    let before = try await library.values()
    try library.library.mark([photo], .flag(.pick))
    try library.library.mark([photo], .stars(4))
    try await library.library.mark([photo], .label(.red)).committed()
    #expect(photo.marks == PhotoMarks(flag: .pick, stars: 4, label: .red))
    #expect(photo.markOrigin == .user && photo.markedAt != nil)
    #expect(try library.library.undo()?.hasPrefix("labeling “") == true)
    #expect(photo.marks == PhotoMarks(flag: .pick, stars: 4))
    try library.library.undo()
    try library.library.undo()
    await library.library.savesFinished()
    #expect(try await library.values() == before && photo.markedAt == nil)
    try library.library.redo()
    #expect(photo.marks == PhotoMarks(flag: .pick))
  }

  @Test("A refresh keeps the marks of photos, whatever else it changes")
  func refresh() async throws {
    try await library.importPhotos([.full("1")])
    let photo = try library.photo("1")
    try await library.library.mark([photo], .stars(5)).committed()
    var record = PhotoRecord.full("1")
    record.title = "Another title"
    try await library.importPhotos([record])
    #expect(photo.title == "Another title" && photo.marks.stars == 5 && photo.markOrigin == .user)
  }

  @Test("The marks of a deleted photo come back with it, by undo and by its ID")
  func deletion() async throws {
    try await library.importPhotos([.full("1")])
    try library.library.mark([library.photo("1")], .stars(4))
    try await library.library.mark([library.photo("1")], .flag(.pick)).committed()
    try await library.delete("1")
    try await library.library.restore(["1"]).committed()
    #expect(try library.photo("1").marks == PhotoMarks(flag: .pick, stars: 4))
    #expect(try library.photo("1").markOrigin == .user)
    try await library.delete("1")
    try library.library.undo()
    #expect(try library.photo("1").marks == PhotoMarks(flag: .pick, stars: 4))
  }

  @Test("A thousand marks are undone to the values from before, and made again")
  func thousand() async throws {
    try await library.importPhotos((0..<100).map { .full("\($0)") })
    let before = try await library.values()
    let photos = try library.photos()
    let changes = MarkChange.all.map(\.change)
    for number in 0..<1_000 {
      try library.library.mark([photos[number % 100]], changes[(number * 7) % changes.count])
    }
    await library.library.savesFinished()
    let after = try await library.values()
    #expect(after != before)
    for _ in 0..<1_000 { try library.library.undo() }
    await library.library.savesFinished()
    #expect(try await library.values() == before)
    for _ in 0..<1_000 { try library.library.redo() }
    await library.library.savesFinished()
    #expect(try await library.values() == after)
  }

  @Test("The marks of a condition are counted with all of its photos")
  func counting() async throws {
    try await library.importPhotos([.full("1"), .full("2"), .full("3", by: "2@N00", name: "Bob")])
    try library.library.mark([library.photo("1")], .flag(.reject))
    try await library.library.mark([library.photo("3")], .stars(2)).committed()
    let all = try await library.library.marks(where: nil)
    #expect(all.photos == 3 && Set(all.marks.values) == [PhotoMarks(flag: .reject), PhotoMarks(stars: 2)])
    let third = try library.photo("3").objectID
    let isBobs = try library.library.predicate(of: PhotoQuery("by:Bob"))
    let bobs = try await library.library.marks(where: isBobs)
    #expect(bobs.photos == 1 && bobs.marks == [third: PhotoMarks(stars: 2)])
  }

  @Test("Facets find marks, and two flags contradict each other")
  func facets() async throws {
    try await library.importPhotos((1...4).map { .full("\($0)") })
    try library.library.mark([library.photo("1")], .flag(.pick))
    try library.library.mark([library.photo("2")], .stars(3))
    try await library.library.mark([library.photo("3")], .label(.blue)).committed()
    func found(_ query: String) throws -> [String] {
      let condition = try library.library.predicate(of: PhotoQuery(query))
      return try library.context.fetch(FetchRequest<Photo>(where: condition)).map(\.flickrID).sorted()
    }
    #expect(try found("flag:pick") == ["1"] && found("flag:NONE") == ["2", "3", "4"])
    #expect(try found("star:>=3") == ["2"] && found("star:0") == ["1", "3", "4"])
    #expect(try found("label:blue") == ["3"] && found("-label:none") == ["3"])
    #expect(throws: PhotoQueryError.contradiction(.flag, "pick", "reject")) {
      try PhotoQuery("flag:pick flag:reject")
    }
    #expect(throws: PhotoQueryError.value(.label, "pink")) { try found("label:pink") }
    let stars = try await library.library.values(of: .star, startingWith: "", where: nil)
    #expect(stars == [FacetValue(text: "0", count: 3), FacetValue(text: "3", count: 1)])
  }

  @Test("Words stand for changes of marks, and each change has one")
  func words() {
    for (change, word) in MarkChange.all { #expect(MarkChange(word.uppercased()) == change) }
    #expect(MarkChange("6") == nil && MarkChange("-1") == nil && MarkChange("") == nil)
    #expect(MarkChange.all.count == 3 + 6 + 6)
  }

  @Test("Numbers without a meaning count as no mark")
  func damaged() async throws {
    try await library.importPhotos([.full("1")])
    let photo = try library.photo("1")
    (photo.flag, photo.stars, photo.label) = (7, 99, -4)
    #expect(photo.marks.isEmpty)
  }
}
