import Testing

@testable import Browser

@MainActor @Suite("Work in a series")
struct SerialTasksTests {
  @Test("is done one after the other, in its order, and left out when it is canceled before")
  func order() async throws {
    let (series, bell) = (SerialTasks(), Bell())
    var isOpen = false
    var log: [String] = []
    func begin(_ number: Int) -> Task<Int?, Never> {
      Task {
        await series.run {
          log.append("\(number) begins")
          bell.ring()
          try? await bell.wait { isOpen }
          log.append("\(number) ends")
          return number
        }
      }
    }
    let tasks = [1, 2, 3].map(begin)
    try await bell.wait { !log.isEmpty }
    tasks[1].cancel()
    isOpen = true
    bell.ring()
    #expect(await tasks[0].value == 1)
    #expect(await tasks[1].value == nil)
    #expect(await tasks[2].value == 3)
    #expect(log == ["1 begins", "1 ends", "3 begins", "3 ends"])
  }
}
