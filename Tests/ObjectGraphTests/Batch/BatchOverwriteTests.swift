import Foundation
import ObjectGraph
import TestSupport
import Testing

@Suite("Batches that overwrite rows")
struct BatchOverwriteTests {
  @Test(
    "A row that loses its one-to-one destination is no longer referred to by it",
    arguments: Fleet.Storage.allCases)
  func oneToOne(_ storage: Fleet.Storage) throws {
    let folder = try TemporaryFolder()
    let coordinator = PersistentStoreCoordinator(store: try storage.open(in: folder, Fleet.model()))
    let flag = try BackgroundContext(coordinator: coordinator).performAndWait { context in
      let country = try context.insert(Country.self)
      country.name = "country"
      let ship = try context.insert(Ship.self)
      (ship.name, ship.code, ship.flag) = ("old", "a", country)
      let papers = try context.insert(Papers.self)
      papers.name = "papers"
      ship.papers = papers
      try context.save()
      return country.objectID
    }
    try coordinator.executeAndWait(
      BatchInsertRequest<Ship>(rows: [
        ["name": .string("new"), "code": .string("a"), "flag": .reference(flag)]
      ]),
      mergePolicy: .overwrite)
    let found = try BackgroundContext(coordinator: coordinator).performAndWait { context in
      let ships = try context.fetch(FetchRequest<Ship>())
      let papers = try context.fetch(FetchRequest<Papers>())
      return ships.map { "\($0.name) \($0.papers == nil)" } + papers.map { "\($0.name) \($0.ship == nil)" }
    }
    #expect(found == ["new true", "papers true"])
  }
}
