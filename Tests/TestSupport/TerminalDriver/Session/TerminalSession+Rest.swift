internal import Foundation

extension TerminalSession {
  /// Waits until the program is idle: for a while, none of its threads ran or was ready to run, and nothing
  /// was written.
  ///
  /// It does not wait for later work of the program after a longer sleep.
  ///
  /// - Parameters:
  ///   - quiet: The length of the idle time.
  ///   - fileID: The file that a failure names.
  ///   - line: The line that a failure names.
  /// - Throws: `WaitFailure` if the program does not run any more.
  public func waitForRest(
    _ quiet: Duration = .milliseconds(300), fileID: String = #fileID, line: Int = #line
  ) async throws {
    var before: Activity?
    while true {
      guard status == .running else {
        throw WaitFailure(
          expectation: "the program to come to rest", reason: "it is \(status)", screen: screen,
          place: "\(fileID):\(line)")
      }
      let now = Activity(of: process, written: mark)
      if now.isAsleep, now == before { return }
      before = now
      try await Task.sleep(for: quiet)
    }
  }

  /// The activity of a process until a moment.
  private struct Activity: Equatable {
    /// A Boolean value that indicates whether all threads are sleeping.
    let isAsleep: Bool
    /// The run time of each thread according to Linux (proc(5), `schedstat`).
    private let times: [String: String]
    private let written: Mark

    init(of process: Int32, written: Mark) {
      let folder = "/proc/\(process)/task"
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      func read(_ file: String) -> String? {
        try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
      }
      isAsleep = threads.allSatisfy { thread in
        // The state follows the name, which is in parentheses; if a thread has ended, the caller checks
        // again.
        read("\(thread)/stat")?.split(separator: ")").last?.hasPrefix(" S ") == true
      }
      times = Dictionary(uniqueKeysWithValues: threads.map { ($0, read("\($0)/schedstat") ?? "") })
      self.written = written
    }
  }
}
