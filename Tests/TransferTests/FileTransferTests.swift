import Foundation
import Testing
import Transfer

@Suite("A transfer of a file", .timeLimit(.minutes(10)))
final class FileTransferTests {
  private let folder: URL
  private let client = TransferClient()

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "Transfer \(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private func failure(
    _ url: String, limits: TransferLimits = TransferLimits()
  ) async throws -> TransferError {
    try await #require(throws: TransferError.self) {
      try await client.fetch(TransferRequest(TransferURL(url), limits: limits))
    }
  }

  @Test("A transfer of a file returns its bytes and has no status", arguments: [0, 1, 100_000, 5_000_000])
  func success(size: Int) async throws {
    let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let file = folder.appending(path: "a.json")
    try Data(bytes).write(to: file)
    let response = try await client.fetch(TransferRequest(TransferURL(file.absoluteString)))
    #expect(response.body == bytes)
    #expect(response.status == nil)
  }

  @Test("takes blanks and letters beyond ASCII as people type them")
  func typedPath() async throws {
    let file = folder.appending(path: "my Größe ☀.json")
    try Data("{}".utf8).write(to: file)
    let response = try await client.fetch(TransferRequest(TransferURL("file://" + file.path)))
    #expect(response.body == Array("{}".utf8))
  }

  @Test("that does not exist names it")
  func missing() async throws {
    let path = folder.appending(path: "none.json").path
    let error = try await failure("file://" + path)
    #expect(error.code == .noSuchFile)
    #expect(error.description == "There is no file \(path).")
  }

  @Test("that is a folder, a device or a pipe is refused at once")
  func noFile() async throws {
    let pipe = folder.appending(path: "pipe").path
    #expect(mkfifo(pipe, 0o600) == 0)
    for path in [folder.path, "/dev/zero", pipe] {
      #expect(try await failure("file://" + path).code == .unreadableFile)
    }
  }

  @Test("that is too large is refused")
  func tooLarge() async throws {
    let file = folder.appending(path: "large")
    try Data(count: 2_000).write(to: file)
    let error = try await failure(file.absoluteString, limits: TransferLimits(bodyBytes: 1_999))
    #expect(error.code == .bodyTooLarge)
  }
}
