internal import CMachine
import Foundation

/// A set of cores on which a thread may run, of the first 64.
nonisolated struct Cores {
  private let mask: UInt64

  /// Just one core.
  init(_ core: Int) { mask = 1 << UInt64(core) }

  private init(mask: UInt64) { self.mask = mask }

  /// The cores on which the calling thread may run.
  static var ofThisThread: Cores { Cores(mask: cores_of_thread()) }

  /// Has the calling thread run on these cores only.
  func holdThisThread() { hold_thread(0, mask) }

  /// Lets all threads run on these cores: one that was started by a held thread is held as well.
  func releaseAllThreads() {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    for thread in threads.compactMap({ pid_t($0) }) { hold_thread(thread, mask) }
  }

  /// The core with the fewest interrupts of devices so far (proc(5), “/proc/interrupts”), or `nil` where that is unknown.
  static var quietest: Int? {
    guard let text = try? String(contentsOfFile: "/proc/interrupts", encoding: .utf8) else { return nil }
    let lines = text.split(separator: "\n").map { $0.split(whereSeparator: \.isWhitespace) }
    guard let cores = lines.first?.count else { return nil }
    var counts = Array(repeating: 0, count: min(cores, 64))
    // Devices have numbers, and interrupts of the processor itself have names.
    for line in lines.dropFirst() where line.first?.first?.isNumber == true {
      for (core, count) in line.dropFirst().prefix(counts.count).enumerated() {
        counts[core] += Int(count) ?? 0
      }
    }
    return counts.indices.min { counts[$0] < counts[$1] }
  }
}
