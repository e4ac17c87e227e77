import Foundation
import TestSupport
import Testing

@Suite("looks", .fewAtOnce)
struct LooksTests {
  @Test(
    "looks examines the user's files, finds copies of other sizes, and has nothing left to do the next time")
  func report() async throws {
    let home = try Home()
    try AlikePictures.write(into: home.folder.url.appending(path: "Pictures"))
    try await home.run("refresh", "--source", "folder:~/Pictures").expectSuccess()
    let run = try await home.run("looks")
    run.expectSuccess()
    #expect(run.output == "8 new pictures examined, 5 photos in 2 stacks of look-alikes\n")
    let again = try await home.run("looks", "--json")
    again.expectSuccess()
    let (numbers, words) = try again.figures()
    #expect(
      numbers == ["examined": 0, "unreadable": 0, "withoutPicture": 0, "stacks": 2, "inStacks": 5])
    #expect(words == ["end": "complete"])
    try await home.run("check").expectSuccess()
  }

  @Test("looks counts pictures that are not here, and those that cannot be read, and fetches none")
  func withoutPictures() async throws {
    let home = try Home()
    let flickr = try FakeFlickr(photos: 30)
    try await home.run("refresh", "--source", "feed", "--endpoint", flickr.url).expectSuccess()
    let file = home.folder.url.appending(path: "Pictures/c.jpg")
    try AlikePictures.write(into: home.folder.url.appending(path: "Pictures"))
    try await home.run("refresh", "--source", "folder:~/Pictures").expectSuccess()
    try FileManager.default.removeItem(at: file)
    let run = try await home.run("looks")
    run.expectSuccess()
    #expect(
      run.output.hasPrefix("7 new pictures examined, 1 cannot be read, 20 photos without a picture yet, "))
  }

  @Test("looks without a library says so")
  func refused() async throws {
    try await Home().run("looks").expectFailure("There is no library in")
  }
}
