import Flickr
import Foundation
import TestSupport

/// Saves pages of 250 photos and merges them into the main context, beside the same rows written by C and by GRDB.
struct PageBenchmark {
  private static let rounds = 7
  private static let pagesPerRound = 20

  func run() async throws -> [Part] {
    [try await ownModel(), try await throughImporter(), try await fromJSON()]
  }

  /// The pages of the rounds.
  private static func makeRounds() -> [[PhotoPage]] {
    PhotoPages.make(rounds * pagesPerRound * PhotoPages.size).pages(of: pagesPerRound).map(Array.init)
  }

  // MARK: Six columns

  private func ownModel() async throws -> Part {
    let folder = try TemporaryFolder()
    let keepers: [(name: String, keeper: any PageKeeper)] = [
      ("ObjectGraph, no list", try await GraphPages(path: folder.path("alone.sqlite"), isObserved: false)),
      ("ObjectGraph, two lists", try await GraphPages(path: folder.path("lists.sqlite"), isObserved: true)),
      ("GRDB, Codable", try RecordPages(path: folder.path("records.sqlite"))),
      ("C", try RawPages(path: folder.path("raw.sqlite"))),
    ]
    var race = Race()
    for pages in Self.makeRounds() {
      let rows = pages.map { $0.records.map(PageRow.init) }
      try await race.round { race in
        for (name, keeper) in keepers {
          try await race.run(name) { for page in rows { try await keeper.keep(page) } }
        }
      }
    }
    let counts = try await Set(keepers.asyncMap { try await $0.keeper.count() })
    guard counts.count == 1 else { throw Refusal("not all ways have written the same photos: \(counts)") }
    var part = Part(race: "page of 250 new photos, six columns", of: "a page", to: "C")
    part.add(race, units: Self.pagesPerRound, to: "C")
    part.check(.newPage, race, "ObjectGraph, no list", to: "C")
    part.check(.observedPage, race, "ObjectGraph, two lists", to: "C")
    return part
  }

  // MARK: The program's library

  private func throughImporter() async throws -> Part {
    let rounds = Self.makeRounds()
    let source = try await OpenLibrary()
    try await source.importPhotos(rounds.flatMap { $0 })
    let raw = try RawImport(folder: source.folder.url)
    let (library, alone) = (try await OpenLibrary(), try await OpenLibrary(isObserved: false))
    let target = try raw.makeTarget()
    var new = Race()
    for (number, pages) in rounds.enumerated() {
      let places = number * Self.pagesPerRound..<(number + 1) * Self.pagesPerRound
      try await new.round { race in
        try await race.run("importer, two lists") { try await library.importPhotos(pages) }
        try await race.run("importer, no list") { try await alone.importPhotos(pages) }
        try await race.run("C") { try target.insert(places) }
      }
    }
    let (known, log) = try await knownPages(rounds, library, target)
    var part = Part(race: "page of 250 through the importer", of: "a page", to: "C")
    part.add(new, units: Self.pagesPerRound, to: "C", prefix: "new: ")
    part.add(known, units: Self.pagesPerRound, to: "C, one IN that compares", prefix: "known: ")
    part.check(.importedPage, new, "importer, two lists", to: "C")
    part.check(.knownPage, known, "importer, two lists", to: "C, one IN that compares")
    part.check(.knownPageLog, value: Double(log))
    part.check(.knownPageObjects, value: Double(try await library.objectsMade(by: rounds[0][0])))
    return part
  }

  private func knownPages(
    _ rounds: [[PhotoPage]], _ library: OpenLibrary, _ target: RawImport.Target
  ) async throws -> (Race, log: Int) {
    var race = Race()
    let before = try await library.emptyLog()
    for (number, pages) in rounds.enumerated() {
      let places = number * Self.pagesPerRound..<(number + 1) * Self.pagesPerRound
      try await race.round { race in
        try await race.run("importer, two lists") { try await library.importPhotos(pages) }
        try await race.run("C, one IN that compares") { try target.compare(places) }
      }
    }
    return (race, library.logBytes - before)
  }

  // MARK: From JSON

  private func fromJSON() async throws -> Part {
    let rounds = Self.makeRounds().map { $0.map(PageJSON.bytes) }
    let folder = try TemporaryFolder()
    let library = try await OpenLibrary()
    let records = try RecordLibrary(path: folder.path("records.sqlite"))
    let (ours, theirs) = ("decoder and importer, two lists", "JSONDecoder and GRDB Codable, no list")
    var race = Race()
    for pages in rounds {
      try await race.round { race in
        try await race.run(ours) { for page in pages { try await library.importPhotos(decoding: page) } }
        try await race.run(theirs) { for page in pages { try await records.keep(Data(page)) } }
      }
    }
    guard try records.count() == library.photoCount else { throw Refusal("not both read the same pages") }
    var part = Part(race: "JSON bytes to merged page of 250", of: "a page", to: ours)
    part.add(race, units: Self.pagesPerRound, to: ours)
    part.check(.pageFromJSON, race, theirs, to: ours)
    return part
  }
}

extension Array {
  fileprivate func asyncMap<Result>(_ body: (Element) async throws -> Result) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await body(element)) }
    return results
  }
}
