import Foundation
import Glibc
import TestSupport
import Testing

/// Tests of how tests run programs, among those that have the most files open.
@Suite("Programs that tests run to their end")
struct FinishedProgramTests {
  @Test("However many files are open, programs start, and have none of them")
  func manyFiles() async throws {
    let descriptors = (0..<3_000).map { _ in open("/dev/null", O_RDONLY) }
    defer { for descriptor in descriptors { close(descriptor) } }
    try #require(descriptors.allSatisfy { $0 >= 0 })
    for _ in 0..<20 {
      let program = try await FinishedProgram("/bin/sh", arguments: ["-c", "echo /proc/self/fd/*"])
      let names = program.output.split(whereSeparator: \.isWhitespace)
      // Standard input, output and errors, and the folder that the shell reads.
      #expect(program.status == 0 && names.count <= 4, "\(program.output)")
    }
  }

  @Test("Status, output and errors are those of the program, in the environment and folder given")
  func outcome() async throws {
    let folder = try TemporaryFolder()
    let program = try await FinishedProgram(
      "/bin/sh", arguments: ["-c", "pwd; echo $A >&2; exit 3"], environment: ["A": "b c"],
      directory: folder.url)
    #expect(program.output.hasSuffix("\(folder.url.lastPathComponent)\n"))
    #expect(program.errors == "b c\n" && program.status == 3)
    #expect(try await FinishedProgram("/bin/sh", arguments: ["-c", "kill -9 $$"]).status == 128 + SIGKILL)
    #expect(try await FinishedProgram("/bin/cat", arguments: []).output == "")
    await #expect(throws: (any Error).self) {
      try await FinishedProgram(folder.path("none"), arguments: [])
    }
  }

  @Test("One that does not end is killed after the limit")
  func overdue() async throws {
    await #expect(throws: FinishedProgram.Overdue.self) {
      try await FinishedProgram(
        "/bin/sh", arguments: ["-c", "echo begun; exec sleep 1000"], limit: .milliseconds(200))
    }
  }

  @Test("A canceled one is killed with its children, and its end is waited for", .timeLimit(.minutes(10)))
  func canceled() async throws {
    let folder = try TemporaryFolder()
    let child = folder.path("child")
    let running = Task {
      try await FinishedProgram(
        "/bin/sh",
        arguments: ["-c", #"sleep 1000 & echo $! > "$0.new"; mv "$0.new" "$0"; wait"#, child])
    }
    try await until { FileManager.default.fileExists(atPath: child) }
    let text = try String(contentsOfFile: child, encoding: .utf8)
    let number = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    running.cancel()
    await #expect(throws: CancellationError.self) { try await running.value }
    // The process that adopts the child may not have read its end yet.
    try await until {
      guard let status = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8) else {
        return true
      }
      return status.split(separator: ")").last?.hasPrefix(" Z ") == true
    }
  }
}
