import Flickr
import TestSupport

/// Saves pages of 250 photos in a store that keeps a history, beside one that keeps none.
struct HistoryBenchmark {
  private static let rounds = 15
  private static let pagesPerRound = 20
  private static let (with, without) = ("with a history", "without a history")

  func run() async throws -> Part {
    let folder = try TemporaryFolder()
    let keepers: [(name: String, keeper: GraphPages)] = [
      (
        Self.with,
        try await GraphPages(path: folder.path("with.sqlite"), isObserved: false, keepsHistory: true)
      ), (Self.without, try await GraphPages(path: folder.path("without.sqlite"), isObserved: false)),
    ]
    var race = Race()
    let pages = PhotoPages.make(Self.rounds * Self.pagesPerRound * PhotoPages.size).pages(
      of: Self.pagesPerRound)
    for (number, pages) in pages.enumerated() {
      let rows = pages.map { $0.records.map(PageRow.init) }
      try await race.round { race in
        // The second one finds the processor's caches warm: they take turns.
        for (name, keeper) in number.isMultiple(of: 2) ? keepers : keepers.reversed() {
          try await race.run(name) { for page in rows { try await keeper.keep(page) } }
        }
      }
    }
    var part = Part(race: "page of 250 new photos, history", of: "a page", to: Self.without)
    part.add(race, units: Self.pagesPerRound, to: Self.without)
    part.check(.history, race, Self.with, to: Self.without)
    return part
  }
}
