import Foundation
import TestSupport
import Testing

@testable import Browser

@Suite("The log of messages")
struct MessageLogTests {
  private func rights(_ path: String) throws -> Int {
    try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  @Test("has a line for each message, in a file and a folder of the user alone")
  func lines() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("state/proofsheet/log")
    let log = MessageLog(file: file)
    let start = Date()
    log.append("110 new photos", isError: false)
    log.append("Two\nlines\u{1B}[31m and a control", isError: true)
    log.flush()
    let text = try String(contentsOf: file, encoding: .utf8)
    let lines = text.split(separator: "\n")
    let time = try Date(String(lines[0].prefix { $0 != " " }), strategy: .iso8601)
    #expect(start.timeIntervalSince(time) < 1 && time <= Date())
    #expect(lines.count == 2 && lines[0].hasSuffix("Z info  110 new photos"))
    #expect(lines[1].hasSuffix(" error Two lines[31m and a control"))
    #expect(try rights(file.path) == 0o600)
    #expect(try rights(file.deletingLastPathComponent().path) == 0o700)
  }

  @Test("does not grow beyond twice its limit, and keeps the latest lines")
  func limit() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("log")
    let log = MessageLog(file: file, limit: 2_000)
    for number in 1...500 { log.append("message \(number)", isError: false) }
    log.flush()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    #expect(names == ["log", "log.old"])
    for name in names {
      #expect(try Data(contentsOf: folder.url.appendingPathComponent(name)).count <= 2_000)
    }
    #expect(try String(contentsOf: file, encoding: .utf8).hasSuffix("message 500\n"))
    #expect(try rights(folder.path("log.old")) == 0o600)
  }

  @Test("keeps the lines before its first ones if two programs find it full at the same time")
  func twoPrograms() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("log")
    try Data("the lines before\n".utf8).write(to: file)
    let descriptors = (1...2).map { _ in open(file.path, O_WRONLY | O_APPEND | O_CLOEXEC) }
    let log = MessageLog(file: file)
    for descriptor in descriptors {
      log.rotate(descriptor)
      #expect(close(descriptor) == 0)
      log.append("a line", isError: false)
      log.flush()
    }
    #expect(try String(contentsOfFile: folder.path("log.old"), encoding: .utf8) == "the lines before\n")
    #expect(try String(contentsOf: file, encoding: .utf8).split(separator: "\n").count == 2)
  }

  @Test("makes a file private that others could read, and writes to nothing but a file")
  func otherFiles() throws {
    let folder = try TemporaryFolder()
    let open = folder.url.appendingPathComponent("open")
    try Data().write(to: open)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: open.path)
    let target = folder.url.appendingPathComponent("target")
    try Data().write(to: target)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: target.path)
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    for name in ["open", "link", "pipe", "nothing/below\u{0}"] {
      let log = MessageLog(file: folder.url.appendingPathComponent(name))
      log.append("text", isError: true)
      log.flush()
    }
    #expect(try rights(open.path) == 0o600 && !(try Data(contentsOf: open)).isEmpty)
    #expect(try Data(contentsOf: target).isEmpty)
  }
}
