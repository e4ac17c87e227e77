import Flickr
import Foundation
import TestSupport

/// Imports into a library of a million photos, with its lists, beside an empty one.
struct GrowthBenchmark {
  private static let rounds = 5
  private static let pagesPerRound = 20
  private static let size = 1_000_000

  let setting: BenchmarkSetting

  func run() async throws -> Part {
    let large = try await OpenLibrary(folder: setting.copyOfLibrary(Self.size))
    let empty = try await OpenLibrary()
    let count = Self.rounds * Self.pagesPerRound * PhotoPages.size
    let timed = Array(PhotoPages(count, after: Self.size))
    let fresh = PhotoPages.make(count)
    var race = Race()
    for round in 0..<Self.rounds {
      let places = round * Self.pagesPerRound..<(round + 1) * Self.pagesPerRound
      try await race.round { race in
        try await race.run("into 1,000,000") { try await large.importPhotos(Array(timed[places])) }
        try await race.run("into an empty library") { try await empty.importPhotos(Array(fresh[places])) }
      }
    }
    try large.check(Self.size + count)
    var part = Part(race: "page of 250 new photos, two lists", of: "a page", to: "empty")
    part.add(race, units: Self.pagesPerRound, to: "into an empty library")
    part.check(.largeLibraryRate, race, "into an empty library", to: "into 1,000,000")
    let idle = await MainQueueBeat.idleRuns(beside: .seconds(5))
    var holds: [MainQueueBeat.Holds] = []
    for round in 0..<Self.rounds {
      let pages = Array(PhotoPages(25_000, after: Self.size + count + round * 25_000))
      holds.append(try await MainQueueBeat().watch { try await large.importPhotos(pages) })
    }
    part.check(.mainActorLarge, value: holds.workBeyond(idle).maximum)
    return part
  }
}
