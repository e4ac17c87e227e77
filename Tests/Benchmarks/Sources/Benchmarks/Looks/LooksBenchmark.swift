import Foundation
import PictureLooks
import TestSupport

/// Compares the looks of pictures: those of foreign pictures, among which no two should be near, and a million.
struct LooksBenchmark {
  let count: Int

  private static let foreign = 100_000

  func run() throws -> Part {
    var part = Part(
      title: "looks",
      columns: [
        .init(title: "looks"), .init(title: "pairs"), .init(title: "median ms", digits: 1),
        .init(title: "worst ms", digits: 1),
      ])
    var foreign: [PictureLook] = []
    var counts: [Double] = []
    for _ in 0..<5 {
      let seed = UInt64.random(in: 0...UInt64(UInt32.max))
      var maker = LookMaker(seed: seed)
      foreign = (0..<Self.foreign).map { _ in maker.make() }
      counts.append(Double(try Self.pairCount(foreign)))
      part.rows.append(
        .init(
          name: "foreign pictures, seed \(seed)",
          values: [Double(foreign.count), counts.last ?? .nan, .nan, .nan]))
    }
    part.check(.foreignPairs, Samples(counts))
    var maker = LookMaker(seed: 1)
    let many = maker.spread(foreign, count: count)
    try compareAll(many, &part)
    compareOne(many, &part)
    return part
  }

  /// Returns the number of pairs of near looks, found as the search for stacks finds them.
  private static func pairCount(_ looks: [PictureLook]) throws -> Int {
    let found = try NearLooks.indices(in: looks).map { looks[$0] }
    let near = NearLooks(found)
    return found.indices.reduce(0) { $0 + near.neighbors(of: $1).count } / 2
  }

  private func compareAll(_ looks: [PictureLook], _ part: inout Part) throws {
    var times: [Double] = []
    var pairs = 0
    for _ in 0..<3 {
      let start = Machine.threadWork
      pairs = try Self.pairCount(looks)
      times.append((Machine.threadWork - start).milliseconds)
    }
    let samples = Samples(times)
    part.rows.append(
      .init(
        name: "all pairs, processor time",
        values: [Double(looks.count), Double(pairs), samples.median, samples.maximum]))
    if looks.count == 1_000_000 { part.check(.allPairs, samples) }
  }

  private func compareOne(_ looks: [PictureLook], _ part: inout Part) {
    var times: [Double] = []
    for number in 0..<9 {
      let start = ContinuousClock.now
      let found = NearestLooks.find(500, nearestTo: looks[number * looks.count / 10], in: looks)
      times.append((ContinuousClock.now - start).milliseconds)
      precondition(found.count == min(500, looks.count))
    }
    let samples = Samples(times)
    part.rows.append(
      .init(
        name: "500 nearest to one", values: [Double(looks.count), .nan, samples.median, samples.maximum]))
    if looks.count == 1_000_000 { part.check(.moreLikeThis, samples) }
  }
}
