import Testing

@testable import PhotoLibrary

@Suite("Numbers of stacks")
struct StackNumbersTests {
  /// Returns the numbers of stacks by the keys of their best photos; each stack has the keys of its photos, the best first.
  private func numbers(
    of stacks: [[Int64]], stored: [Int64: Int] = [:], used: Set<Int> = []
  ) -> [Int64: Int] {
    var places: [Int64: StackPlace] = [:]
    for photos in stacks {
      for (place, photo) in photos.enumerated() {
        places[photo] = StackPlace(stack: Int(photos[0]), place: place)
      }
    }
    let numbered = StackNumbers(stored, used: used).numbered(places)
    for photos in stacks { #expect(Set(photos.map { numbered[$0]?.stack }).count == 1) }
    return Dictionary(
      stacks.map { ($0[0], numbered[$0[0]]?.stack ?? -1) }, uniquingKeysWith: { first, _ in first })
  }

  @Test("A new stack has the key of its best photo, or that of another of its photos if the number is used")
  func new() {
    #expect(numbers(of: [[2, 1], [5, 4, 3]]) == [2: 2, 5: 5])
    #expect(numbers(of: [[5, 4, 3]], used: [5, 3]) == [5: 4])
    #expect(numbers(of: [[5, 4]], used: [5, 4, 9]) == [5: 10])
  }

  @Test("A stack keeps the number of most of its photos, also without the best")
  func kept() {
    #expect(numbers(of: [[3, 1]], stored: [3: 2, 1: 2]) == [3: 2])
    #expect(numbers(of: [[3, 1, 4]], stored: [3: 7, 1: 2, 4: 2]) == [3: 2])
  }

  @Test("Of two stacks with photos of one number, that with more of them keeps it")
  func divided() {
    let stored: [Int64: Int] = [1: 9, 2: 9, 3: 9, 4: 9, 5: 9]
    #expect(numbers(of: [[1, 2], [3, 4, 5]], stored: stored) == [1: 1, 3: 9])
    #expect(numbers(of: [[3, 4], [1, 2]], stored: stored) == [1: 9, 3: 3])
    #expect(numbers(of: [[1, 2], [9, 8]], stored: [1: 9, 2: 9]) == [1: 9, 9: 8])
  }
}
