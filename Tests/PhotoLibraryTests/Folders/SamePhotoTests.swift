import Foundation
import ObjectGraph
import TestSupport
import Testing

@testable import PhotoLibrary

@MainActor
@Suite("Which photo a file shows, and which folder it is in", .timeLimit(.minutes(10)))
struct SamePhotoTests {
  private let folder: PhotoFolder

  init() throws { folder = try PhotoFolder() }

  /// A frame of a burst: all of them are taken in the same second.
  private func frame(_ number: Int) -> CameraFile {
    CameraFile(taken: "2024:05:17 18:03:11", comment: "frame \(number)")
  }

  private func photo(at name: String) throws -> Photo {
    try #require(try folder.photos().first { $0.filePath == folder.path(name) && !$0.isPictureGone })
  }

  private func titles(in source: String) throws -> [String] {
    let photos = try folder.photos().filter { $0.sourceNames.contains("folder:" + folder.path(source)) }
    return photos.map(\.title).sorted()
  }

  @Test("Frames of a burst that get other numbers keep their photos", arguments: [-1, 1], [4, 60])
  func burst(step: Int, count: Int) async throws {
    for number in 1...count { try folder.write("IMG_\(100 + number).jpg", frame(number)) }
    try await folder.scan()
    for number in 1...count {
      try folder.library.tag([photo(at: "IMG_\(100 + number).jpg")], adding: ["t\(number)"], removing: [])
    }
    await folder.library.savesFinished()
    let numbers = Array(1...count)
    if step < 0 { try folder.remove("IMG_101.jpg") }
    for number in step < 0 ? Array(numbers.dropFirst()) : numbers.reversed() {
      try folder.move("IMG_\(100 + number).jpg", to: "IMG_\(100 + number + step).jpg")
    }
    let summary = try await folder.scan()
    #expect(summary.photos.new == 0 && summary.gone == (step < 0 ? 1 : 0))
    for number in step < 0 ? Array(numbers.dropFirst()) : numbers {
      #expect(try photo(at: "IMG_\(100 + number + step).jpg").tags == "t\(number)")
    }
    #expect(try await folder.scan().broughtNothing)
    #expect(try await folder.test.isSound())
  }

  @Test("Two frames of a burst that change places keep their photos")
  func swap() async throws {
    for number in 1...2 { try folder.write("\(number).jpg", frame(number)) }
    try await folder.scan()
    let first = try photo(at: "1.jpg")
    try folder.move("1.jpg", to: "x.jpg")
    try folder.move("2.jpg", to: "1.jpg")
    try folder.move("x.jpg", to: "2.jpg")
    try await folder.scan()
    #expect(try photo(at: "2.jpg") === first && folder.photos().count == 2)
  }

  /// A scan: a file without a date taken, whose only date, if it has one, is that of its last change.
  private func scan(_ text: String, changed: String? = nil) -> CameraFile {
    var file = CameraFile()
    if let changed { file.exif[0x0132] = .text(changed) }
    file.comment = text
    return file
  }

  @Test(
    "A file without a date taken keeps its photo when a program saves it, turns its picture or dates it",
    arguments: [nil, "2024:05:01 10:00:00"])
  func undated(changed: String?) async throws {
    try folder.write("scan.jpg", scan("first", changed: changed))
    try await folder.scan()
    let photo = try photo(at: "scan.jpg")
    try await folder.library.tag([photo], adding: ["garden"], removing: []).committed()
    func check(taken: String?) async throws {
      let summary = try await folder.scan()
      #expect(summary.photos.new == 0 && summary.gone == 0)
      #expect(try folder.photos() == [photo] && photo.tags == "garden" && photo.taken == taken)
    }
    var file = scan("saved", changed: "2025:01:02 11:00:00")
    try folder.write("scan.jpg", file)
    try await check(taken: "2025-01-02 11:00:00")
    // Cropped by a program that leaves the date as it is.
    file.size = (3_000, 2_000)
    try folder.write("scan.jpg", file)
    try await check(taken: "2025-01-02 11:00:00")
    file.exif[0x0132] = .text("2025:01:03 12:00:00")
    file.size = (2_000, 3_000)
    try folder.write("scan.jpg", file)
    try await check(taken: "2025-01-03 12:00:00")
    file.exif[0x0132] = .text("2025:01:04 13:00:00")
    file.details[0x9003] = .text("1975:07:04 18:03:00")
    try folder.write("scan.jpg", file)
    try await check(taken: "1975-07-04 18:03:00")
    // Now that it has a date taken, another one is that of another photo.
    file.details[0x9003] = .text("1980:01:01 12:00:00")
    try folder.write("scan.jpg", file)
    #expect(try await folder.scan().photos.new == 1)
    #expect(photo.isPictureGone && photo.tags == "garden")
    #expect(try await folder.test.isSound())
  }

  @Test("A dated photo keeps its tags when a program takes the date out of its file")
  func dateRemoved() async throws {
    var file = frame(1)
    try folder.write("1.jpg", file)
    try await folder.scan()
    let photo = try photo(at: "1.jpg")
    file.details[0x9003] = nil
    try folder.write("1.jpg", file)
    #expect(try await folder.scan().photos.new == 0)
    #expect(try folder.photos() == [photo] && photo.taken == nil)
  }

  @Test("A file without a date taken that is replaced by a picture of another size gets another photo")
  func replacedScan() async throws {
    try folder.write("scan.jpg", scan("first", changed: "2024:05:01 10:00:00"))
    try await folder.scan()
    var other = scan("other", changed: "2025:01:02 11:00:00")
    other.size = (3_000, 2_000)
    try folder.write("scan.jpg", other)
    let summary = try await folder.scan()
    #expect(summary.photos.new == 1)
    #expect(try folder.photos().map(\.isPictureGone).count { $0 } == 1)
  }

  @Test(
    "A deleted photo without a date taken stays deleted when a program leaves the date of the last change")
  func deletedScan() async throws {
    try folder.write("scan.jpg", scan("first", changed: "2024:05:01 10:00:00"))
    try await folder.scan()
    try await folder.library.delete(try folder.photos()).committed()
    try folder.write("scan.jpg", scan("saved", changed: "2024:05:01 10:00:00"))
    #expect(try await folder.scan().photos.new == 0)
    var dated = scan("dated", changed: "2024:05:01 10:00:00")
    dated.details[0x9003] = .text("1975:07:04 18:03:00")
    try folder.write("scan.jpg", dated)
    #expect(try await folder.scan().photos.new == 0)
    #expect(try folder.photos().isEmpty)
  }

  @Test(
    "A page that is scanned under the name of a deleted one is a photo of its own",
    arguments: [nil, "2024:05:01 10:00:00"], [false, true])
  func scanAfterDeletion(changed: String?, isFileGone: Bool) async throws {
    // A folder that is empty is taken for a disk that is not mounted.
    try folder.write("other.jpg", frame(1))
    try folder.write("scan.jpg", scan("first", changed: changed))
    try await folder.scan()
    if isFileGone {
      try folder.remove("scan.jpg")
      try await folder.scan()
    }
    try await folder.library.delete(try folder.photos()).committed()
    try folder.write("scan.jpg", scan("second", changed: changed.map { _ in "2025:01:02 11:00:00" }))
    for isNew in [true, false] {
      #expect(try await folder.scan().photos.new == (isNew ? 1 : 0))
      #expect(try folder.titles() == ["scan"])
    }
    #expect(try await folder.test.isSound())
  }

  @Test(
    "A page that is scanned under the name of one that was gone is a photo of its own",
    arguments: [nil, "2024:05:01 10:00:00"])
  func scanAfterRemoval(changed: String?) async throws {
    // A folder that is empty is taken for a disk that is not mounted.
    try folder.write("other.jpg", frame(1))
    try folder.write("scan.jpg", scan("first", changed: changed))
    try await folder.scan()
    let first = try photo(at: "scan.jpg")
    try await folder.library.tag([first], adding: ["garden"], removing: []).committed()
    try folder.remove("scan.jpg")
    #expect(try await folder.scan().gone == 1)
    try folder.write("scan.jpg", scan("second", changed: changed.map { _ in "2025:01:02 11:00:00" }))
    #expect(try await folder.scan().photos.new == 1)
    #expect(first.isPictureGone && first.tags == "garden")
    #expect(try photo(at: "scan.jpg").tags == "")
    #expect(try await folder.test.isSound())
  }

  @Test("A copy does not take the place of its original, whose folder comes back with it")
  func copy() async throws {
    try folder.write("trip/1.jpg", frame(1))
    try await folder.scan()
    let photo = try photo(at: "trip/1.jpg")
    for _ in 0..<2 {
      try folder.write("zz backup/1 copy.jpg", frame(1))
      try await folder.scan()
      #expect(photo.title == "1" && photo.photographer?.name == "trip" && photo.files.count == 2)
      #expect(photo.filePath == folder.path("trip/1.jpg"))
      try folder.move("trip/1.jpg", to: "kept.txt")
      try await folder.scan()
      #expect(photo.title == "1 copy" && photo.photographer?.name == "zz backup" && !photo.isPictureGone)
      try folder.move("kept.txt", to: "trip/1.jpg")
      try folder.remove("zz backup")
      try await folder.scan()
      #expect(photo.title == "1" && photo.photographer?.name == "trip" && !photo.isPictureGone)
    }
    let folders = try folder.library.context.fetch(FetchRequest<Photographer>())
    #expect(folders.map(\.name) == ["trip"])
    #expect(try await folder.test.isSound())
  }

  @Test("A photo that comes back shows the folder to which its file was moved meanwhile")
  func undo() async throws {
    for number in 1...2 { try folder.write("trip/\(number).jpg", frame(number)) }
    try await folder.scan()
    try folder.library.delete([photo(at: "trip/1.jpg")])
    await folder.library.savesFinished()
    try folder.move("trip/1.jpg", to: "best/one.jpg")
    try await folder.scan()
    try folder.library.undo()
    await folder.library.savesFinished()
    let photo = try photo(at: "best/one.jpg")
    #expect(photo.title == "one")
    try await folder.scan()
    #expect(photo.title == "one" && photo.photographer?.name == "best")
    #expect(try await folder.test.isSound())
  }

  @Test("A folder in a known one has its photos, and one around it has all", arguments: [true, false])
  func nested(isInnerFirst: Bool) async throws {
    try folder.write("all/1.jpg", frame(1))
    try folder.write("all/in/2.jpg", frame(2))
    for name in isInnerFirst ? ["all/in", "all"] : ["all", "all/in"] {
      try await folder.scan(folder.path(name))
    }
    #expect(try titles(in: "all") == ["1", "2"] && titles(in: "all/in") == ["2"])
    let rows = try await folder.test.importedRows()
    #expect(try await folder.scan(folder.path("all")).broughtNothing)
    #expect(try await folder.scan(folder.path("all/in")).broughtNothing)
    #expect(try await folder.test.importedRows() == rows)
  }

  @Test("A photo whose file moved to another folder leaves the first one when that is read again")
  func moved() async throws {
    for number in 1...2 { try folder.write("a/\(number).jpg", frame(number)) }
    try folder.write("b/3.jpg", frame(3))
    for name in ["a", "b"] { try await folder.scan(folder.path(name)) }
    try folder.move("a/1.jpg", to: "b/1.jpg")
    for name in ["b", "a"] { try await folder.scan(folder.path(name)) }
    #expect(try titles(in: "a") == ["2"] && titles(in: "b") == ["1", "3"])
    // A file that is missing stays a photo of its folder.
    try folder.remove("a/2.jpg")
    try folder.write("a/4.jpg", frame(4))
    try await folder.scan(folder.path("a"))
    #expect(try titles(in: "a") == ["2", "4"])
  }
}
