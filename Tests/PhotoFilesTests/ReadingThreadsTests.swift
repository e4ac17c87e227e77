import Glibc
import PhotoFiles
import Testing

@Suite("The threads on which files are read")
struct ReadingThreadsTests {
  /// The nice value of this thread (sched(7)).
  private static var niceness: Int32 { getpriority(Int32(PRIO_PROCESS.rawValue), 0) }

  @Test("give way to those of other tasks")
  func niceness() async {
    let usual = await Task.detached { Self.niceness }.value
    let nice = await withTaskGroup(of: Int32.self) { group in
      for _ in 1...100 { group.addTask(executorPreference: ReadingThreads.shared) { Self.niceness } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(nice.count == 100 && nice.allSatisfy { $0 >= usual + 5 })
  }
}
