import PictureLooks
import TestSupport
import Testing

@Suite("Search for near looks")
struct NearLooksTests {
  @Test(
    "The search finds the pairs that a comparison of all pairs finds",
    arguments: Seeds.range(quick: 3, long: 100))
  func allPairs(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let looks = try RandomLook.clusters(400, &random)
    let index = NearLooks(looks)
    var pairs = 0
    var indices: [Int] = []
    for first in looks.indices {
      let expected = looks.indices.filter { $0 != first && Self.areFound(looks[first], looks[$0]) }
      #expect(index.neighbors(of: first).sorted() == expected)
      pairs += expected.count
      if !expected.isEmpty { indices.append(first) }
    }
    #expect(pairs > 100)
    #expect(try NearLooks.indices(in: looks) == indices)
  }

  @Test("No near look up to a distance of 7 is missed", arguments: Seeds.range(quick: 3, long: 100))
  func exactDistance(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let looks = try RandomLook.clusters(400, &random)
    for first in looks {
      for second in looks where LookLikeness.areNear(first, second) && first.gradientDistance(to: second) <= 7
      {
        #expect(Self.areFound(first, second))
      }
    }
  }

  @Test("Of nearly equal looks, and of looks with equal gradients, the near ones are found")
  func nearlyEqual() throws {
    var random = SeededGenerator(seed: 1)
    let frames = try RandomLook.timeLapse(20_000, &random)
    // Evenly colored pictures have one gradient, whatever their color.
    let flat = try (0..<9).map { try RandomLook.make(gradient: 0, luma: UInt8(28 * $0)) }
    let looks = frames + flat + [flat[3], flat[7]]
    #expect(
      try NearLooks.indices(in: looks) == Array(frames.indices) + [20_003, 20_007, 20_009, 20_010])
    let index = NearLooks(looks)
    #expect(index.neighbors(of: 17).sorted() == frames.indices.filter { $0 != 17 })
    #expect(index.neighbors(of: 20_003) == [20_009])
    #expect(index.neighbors(of: 20_004) == [])
  }

  @Test("A canceled search ends with an error instead of some of the looks")
  func cancellation() async throws {
    var random = SeededGenerator(seed: 1)
    let looks = try RandomLook.clusters(400, &random)
    let search = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try NearLooks.indices(in: looks)
    }
    await #expect(throws: CancellationError.self) { try await search.value }
  }

  /// Returns a Boolean value that indicates whether two looks are near, and one of their bands differs by at most one bit.
  private static func areFound(_ one: PictureLook, _ other: PictureLook) -> Bool {
    let difference = one.gradient ^ other.gradient
    let isFound = stride(from: UInt64(0), to: 64, by: 16).contains {
      (difference >> $0 & 0xFFFF).nonzeroBitCount <= 1
    }
    return isFound && LookLikeness.areNear(one, other)
  }
}
