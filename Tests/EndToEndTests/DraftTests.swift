import Foundation
import TestSupport
import Testing

@Suite("A program that is killed while it creates the library", .fewAtOnce)
struct DraftTests {
  @Test("leaves a draft that stays as long as the program lives, and that a later start removes")
  func killed() async throws {
    for _ in 0..<50 {
      let home = try Home()
      let page = try home.file("photos.json", FlickrAnswers.page(photos: threePhotographers))
      guard let maker = try stoppedMaker(home, page) else { continue }
      defer { kill(maker.processIdentifier, SIGKILL) }
      let drafts = try drafts(home)
      try await home.run("refresh", "--source", page).expectSuccess()
      #expect(try self.drafts(home) == drafts)
      kill(maker.processIdentifier, SIGKILL)
      maker.waitUntilExit()
      #expect(try self.drafts(home) == drafts)
      try await home.run("refresh", "--source", page).expectSuccess()
      #expect(try self.drafts(home) == [])
      #expect(try await home.photos().contains("Anchor"))
      return
    }
    Issue.record("the program was never caught while it created the library")
  }

  /// The names of the drafts in the library's folder, with their journals and logs.
  private func drafts(_ home: Home) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: home.library)
      .filter { $0.hasPrefix(".library.sqlite.") }.sorted()
  }

  /// A program that was stopped while it created a library; nil when it was quicker.
  private func stoppedMaker(_ home: Home, _ page: String) throws -> Process? {
    let process = Process()
    process.executableURL = URL(filePath: try Products.program())
    process.arguments = ["refresh", "--source", page]
    process.environment = home.environment
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    while process.isRunning, ((try? drafts(home)) ?? []).isEmpty {
      if FileManager.default.fileExists(atPath: home.library + "/library.sqlite") { break }
    }
    kill(process.processIdentifier, SIGSTOP)
    while process.isRunning, try !isStopped(process.processIdentifier) { usleep(100) }
    if process.isRunning, try holdsDraft(home) { return process }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    return nil
  }

  /// Whether the stopped program has a draft that it holds: it was neither stopped before the draft was locked nor after it
  /// became the library, when it may be removed.
  private func holdsDraft(_ home: Home) throws -> Bool {
    try drafts(home).contains { name in
      let descriptor = open(home.library + "/" + name, O_RDWR)
      defer { close(descriptor) }
      return descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) != 0
    }
  }

  private func isStopped(_ process: Int32) throws -> Bool {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
      return true
    }
    return text.split(separator: ")").last?.hasPrefix(" T") == true
  }
}
