internal import CMachine
import Foundation

/// What the figures were measured on.
enum Machine {
  static var description: String {
    let memory = ProcessInfo.processInfo.physicalMemory / (1 << 30)
    return "\(cores) × \(processor), \(memory) GiB, \(system)"
  }

  static var cores: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// The memory that this process has asked for and not given back.
  nonisolated static var allocatedBytes: Int {
    let memory = mallinfo2()
    return Int(memory.uordblks + memory.hblkhd)
  }

  /// The allocated memory when it has not changed for a while: large structures are freed on other threads.
  static func steadyBytes() async throws -> Int {
    // The timer allocates as well, and not the same each time.
    let difference = 65_536
    var last = allocatedBytes
    while true {
      try await Task.sleep(for: .milliseconds(300))
      let now = allocatedBytes
      if abs(now - last) < difference { return now }
      last = now
    }
  }

  /// The processor time of all threads of this process.
  nonisolated static var work: Duration { duration(CLOCK_PROCESS_CPUTIME_ID) }

  /// The processor time of this thread.
  nonisolated static var threadWork: Duration { duration(CLOCK_THREAD_CPUTIME_ID) }

  private nonisolated static func duration(_ clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The most memory, in bytes, that lay in RAM since the last reset; a reset lowers it to what lies there now.
  static func residentPeak(afterReset: Bool) -> Double {
    // proc(5), “/proc/pid/clear_refs”.
    if afterReset { try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8) }
    let peak = value(of: "VmHWM", separator: ":", in: "/proc/self/status")
    return (Double(peak.split(whereSeparator: \.isWhitespace).first ?? "") ?? .nan) * 1_024
  }

  static var processor: String { value(of: "model name", separator: ":", in: "/proc/cpuinfo") }

  static var system: String { value(of: "PRETTY_NAME", separator: "=", in: "/etc/os-release") }

  /// The average number of running threads in the last minute, others' included.
  static var load: String {
    let text = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? ""
    return text.split(separator: " ").first.map(String.init) ?? "unknown"
  }

  private static func value(of name: String, separator: Character, in file: String) -> String {
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
    let value = line?.split(separator: separator, maxSplits: 1).last ?? "unknown"
    return value.trimmingCharacters(in: CharacterSet(charactersIn: " \""))
  }
}
