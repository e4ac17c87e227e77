internal import Foundation

extension TerminalSession {
  /// Waits until the program has nothing more to do: for a while none of its threads ran or was about to, and nothing
  /// was written.
  ///
  /// What it will do later of itself, after a longer sleep than that, is not waited for.
  ///
  /// - Parameter quiet: How long the while is.
  public func waitForRest(_ quiet: Duration = .milliseconds(300)) async throws {
    var before: Activity?
    while true {
      let now = Activity(of: process, written: mark)
      if now.isAsleep, now == before { return }
      before = now
      try await Task.sleep(for: quiet)
    }
  }

  /// What a process did up to a moment.
  private struct Activity: Equatable {
    /// Whether all threads sleep.
    let isAsleep: Bool
    /// How long each thread ran, as Linux tells it (proc(5), `schedstat`).
    private let times: [String: String]
    private let written: Mark

    init(of process: Int32, written: Mark) {
      let folder = "/proc/\(process)/task"
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      func read(_ file: String) -> String? {
        try? String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8)
      }
      isAsleep = threads.allSatisfy { thread in
        // The state follows the name, which is in parentheses; a thread that has gone asks for another look.
        read("\(thread)/stat")?.split(separator: ")").last?.hasPrefix(" S ") == true
      }
      times = Dictionary(uniqueKeysWithValues: threads.map { ($0, read("\($0)/schedstat") ?? "") })
      self.written = written
    }
  }
}
