import Foundation
import ObjectGraph
import Testing

@testable import SQLiteStore

@Suite("Something else than a file in the place of a store", .timeLimit(.minutes(10)))
struct SpecialFileTests {
  @Test(
    "A special file in the place of a store is refused at once, without waiting",
    arguments: ["", "-wal", "-shm", "-journal"])
  func pipe(suffix: String) throws {
    let fixture = try StoreFixture()
    if !suffix.isEmpty { _ = try fixture.store() }
    let pipe = fixture.path + suffix
    unlink(pipe)
    try #require(mkfifo(pipe, 0o600) == 0)
    let error = #expect(throws: StoreError.self) { try fixture.store() }
    let reason = suffix.isEmpty ? "it is not a regular file" : "\(pipe) is not a regular file"
    #expect(error == .cannotRead(path: fixture.path, reason: reason))
  }

  @Test("is refused when it is a folder or a device", arguments: [nil, "/dev/zero"])
  func others(target: String?) throws {
    let fixture = try StoreFixture()
    if let target {
      try FileManager.default.createSymbolicLink(atPath: fixture.path, withDestinationPath: target)
    } else {
      try FileManager.default.createDirectory(atPath: fixture.path, withIntermediateDirectories: false)
    }
    let error = #expect(throws: StoreError.self) { try fixture.store() }
    #expect(error == .cannotRead(path: fixture.path, reason: "it is not a regular file"))
  }
}
