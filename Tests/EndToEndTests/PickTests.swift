import Foundation
import TestSupport
import Testing

@Suite("The command pick", .fewAtOnce)
struct PickTests {
  @Test("A change that is not saved when it is left is named on standard error")
  func unsaved() async throws {
    let home = try await Home(photos: threePhotographers)
    let session = try home.browse("pick")
    try await session.wait(for: "Anchor")
    session.type("l")
    // A key is in reserve for what the next deletion leaves, and the save of the first one is done.
    try await session.type("d", andWaitForFoot: "Deleted “")
    try await session.type("u", andWaitForFoot: "Brought back")
    try await home.waitUntil("the photo is back") { $0.split(separator: "\n").count == 8 }
    let lock = try await WriteLock(of: home)
    try await session.type("d", andWaitForFoot: "Deleted “")
    session.type("\u{3}")
    try await session.wait(forFoot: "Esc leaves without saving")
    session.press(.escape)
    #expect(try await session.exit() == .exited(1))
    #expect(try session.leftovers == [])
    let said = session.screen.text.split(separator: "\n").joined(separator: " ")
    #expect(said.contains("Not saved") && said.contains("deleting “"), "\(said)")
    await lock.end()
    #expect(try await home.run("photos").lines.count == 8)
  }

  @Test("A query can exclude, and an unknown option is none")
  func excluding() async throws {
    var photos = threePhotographers
    for index in photos.indices { photos[index].tags = photos[index].title == "Elk" ? "horn" : "sea" }
    let home = try await Home(photos: photos)
    let session = try home.browse("pick", "-tag:sea")
    try await session.wait(for: "Elk")
    #expect(!session.screen.contains("Anchor"))
    session.press(.enter)
    #expect(try await session.exit() == .exited(0))
    #expect(session.screen.contains("21"))
    let run = try await home.run("pick", "-tag:sea", "--several")
    #expect(run.status == 64 && run.errors.contains("There is no option “--several”"))
  }
}
