import PictureLooks
import TestSupport
import Testing

@Suite("Search for pairs of looks")
struct LookPairsTests {
  @Test(
    "The search finds the pairs that a comparison of all pairs finds",
    arguments: Seeds.range(quick: 3, long: 100))
  func allPairs(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let looks = try Self.clusteredLooks(&random)
    let found = try LookPairs.near(in: looks)
    var expected: Set<[Int]> = []
    var possible: Set<[Int]> = []
    for first in looks.indices {
      for second in (first + 1)..<max(first + 1, looks.count) {
        guard LookLikeness.areNear(looks[first], looks[second]) else { continue }
        let pair = [first, second]
        possible.insert(pair)
        if looks[first].gradientDistance(to: looks[second]) <= LookPairs.exactDistance {
          expected.insert(pair)
        }
      }
    }
    let indices = Set(found.map { [$0.first, $0.second] })
    #expect(expected.count > 50)
    #expect(indices.count == found.count, "A pair is reported twice")
    #expect(expected.isSubset(of: indices))
    #expect(indices.isSubset(of: possible))
  }

  @Test("A canceled search ends with an error instead of some of the pairs")
  func cancellation() async throws {
    var random = SeededGenerator(seed: 1)
    let looks = try Self.clusteredLooks(&random)
    let search = Task {
      while !Task.isCancelled { await Task.yield() }
      return try LookPairs.near(in: looks)
    }
    search.cancel()
    await #expect(throws: CancellationError.self) { try await search.value }
  }

  /// Looks around 20 centers, at distances from 0 to 12 bits of them.
  private static func clusteredLooks(_ random: inout SeededGenerator) throws -> [PictureLook] {
    let centers = (0..<20).map { _ in UInt64.random(in: .min ... .max, using: &random) }
    return try (0..<400).map { _ in
      var gradient = centers[Int.random(in: 0..<20, using: &random)]
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        gradient ^= 1 << UInt64.random(in: 0..<64, using: &random)
      }
      let rest = (0..<16).map { _ in UInt8.random(in: 110...112, using: &random) }
      let bytes = (0..<8).map { UInt8(truncatingIfNeeded: gradient >> (56 - 8 * UInt64($0))) } + rest
      return try #require(PictureLook(bytes: bytes))
    }
  }
}
