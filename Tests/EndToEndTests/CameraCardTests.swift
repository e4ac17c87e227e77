import Foundation
import TestSupport
import Testing

@Suite("The card of a camera", .fewAtOnce)
struct CameraCardTests {
  @Test("A card with bursts is opened and culled: K keeps one of each burst, U restores the others")
  func culling() async throws {
    let home = try Home()
    let samples = try FileManager.default.contentsOfDirectory(
      at: Repository.url("assets/sample/pictures"), includingPropertiesForKeys: nil
    ).sorted { $0.path < $1.path }.prefix(6)
    try CameraCard(count: 14).write(
      to: home.folder.url.appending(path: "card"), pictures: samples.map { [UInt8](try Data(contentsOf: $0)) }
    )
    let session = try home.browse("card", size: .init(columns: 110, rows: 24))
    try await session.wait(forFoot: "14 new photos")
    try await session.wait(forCursor: "DSCF0001", inPane: 1)
    try await session.type("3G", andWaitForFoot: "3/14")
    try await session.type("c", andWaitForFoot: "Culling")
    // Two single photos, a burst of five, two single photos, a burst of five.
    try await session.type("K", andWaitForFoot: "CULL 5/14 · 1 ✓ · 4 ✗")
    try await session.wait(forFoot: "8/14")
    try await session.type("ppK", andWaitForFoot: "CULL 12/14 · 4 ✓ · 8 ✗")
    try await session.type("U", andWaitForFoot: "CULL 7/14 · 3 ✓ · 4 ✗")
    try await session.wait(forFoot: "10/14")
    // Behind the last burst there is no photo: the one that was kept stays, and the same key changes nothing.
    for _ in 0..<2 {
      try await session.type("K", andWaitForFoot: "Picked “DSCF0010”, rejected 4 others")
      try await session.wait(forFoot: "CULL 12/14 · 4 ✓ · 8 ✗")
      try await session.wait(forFoot: "10/14")
    }
    try await session.type("U", andWaitForFoot: "CULL 7/14 · 3 ✓ · 4 ✗")
    try await session.leave()
    let picked = try await home.run("photos", "--flag", "pick").lines.map { $0.split(separator: "\t")[1] }
    #expect(picked.sorted() == ["DSCF0003", "DSCF0008", "DSCF0009"])
    #expect(try await home.run("photos", "--flag", "reject").lines.count == 4)
  }
}
