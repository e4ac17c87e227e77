import Foundation
import TestSupport
import Testing
import Transfer

@Suite("fake-flickr", .timeLimit(.minutes(10)))
struct ProgramTests {
  private final class Run {
    let process = Process()
    let input = Pipe()
    let output = Pipe()

    init(_ arguments: [String]) throws {
      process.executableURL = URL(filePath: try Products.executable("fake-flickr"))
      process.arguments = arguments
      process.standardInput = input
      process.standardOutput = output
      process.standardError = output
      try process.run()
    }

    deinit {
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// The first lines, as soon as they are there.
    func lines(_ count: Int) -> [String] {
      var text = ""
      while text.filter({ $0 == "\n" }).count < count {
        let bytes = output.fileHandleForReading.availableData
        if bytes.isEmpty { break }
        text += String(decoding: bytes, as: UTF8.self)
      }
      return text.split(separator: "\n").map(String.init)
    }

    func end() -> Int32 {
      input.fileHandleForWriting.closeFile()
      process.waitUntilExit()
      return process.terminationStatus
    }
  }

  @Test("says where it is, answers there, and ends with its input")
  func run() async throws {
    let run = try Run(["--photos", "40", "--until-eof", "--fault", "503&count=1", "--style", "string-counts"])
    let lines = run.lines(2)
    #expect(lines.count == 2 && lines[1].hasPrefix("pictures http://127.0.0.1:"))
    let url = TransferURL(
      lines[0] + "/rest/?method=flickr.photos.getRecent&api_key=a&format=json&nojsoncallback=1")
    let client = TransferClient()
    #expect(try await client.fetch(TransferRequest(url)).status == 503)
    let text = String(decoding: try await client.fetch(TransferRequest(url)).body, as: UTF8.self)
    #expect(text.contains("\"total\":\"40\""))
    #expect(run.end() == 0)
  }

  @Test("fake-flickr prints the authority to trust, and leaves nothing behind when it is interrupted")
  func tls() throws {
    let run = try Run(["--photos", "40", "--tls"])
    let lines = run.lines(3)
    try #require(lines.count == 3)
    #expect(lines[0].hasPrefix("https://127.0.0.1:"))
    let authority = String(lines[2].dropFirst("authority ".count))
    #expect(FileManager.default.fileExists(atPath: authority))
    run.process.interrupt()
    run.process.waitUntilExit()
    #expect(run.process.terminationStatus == 0 && !FileManager.default.fileExists(atPath: authority))
  }

  @Test(
    "refuses what it does not know",
    arguments: [
      (["--fault", "nope"], "There is no fault “nope”."), (["--style", "nope"], "There is no style “nope”"),
      (["--photos", "-1"], "--photos takes 0 to 1000000."), (["--port", "70000"], "0 to 65535"),
      (["--certificate", "nope"], "wrong-host"),
    ])
  func refused(arguments: [String], words: String) throws {
    let run = try Run([arguments[0] + "=" + arguments[1]])
    let text = String(decoding: run.output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(run.end() == 64 && text.contains(words), "\(text)")
  }
}
