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
    let rows = try await folder.test.rows()
    #expect(try await folder.scan(folder.path("all")).broughtNothing)
    #expect(try await folder.scan(folder.path("all/in")).broughtNothing)
    #expect(try await folder.test.rows() == rows)
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
