import ArgumentParser
import FetchedResults
import Foundation
import ObjectGraph
import SQLiteStore

/// People in a list with a section for each name, whose pictures are too long for rows.
struct People: Example {
  static let configuration = CommandConfiguration(
    commandName: "people", abstract: "Sections by name, avatars in files of their own, a delayed insert.")

  @Option(help: "After how many seconds the third person comes.") var delay = 2.0

  func validate() throws { try check(delay: delay) }

  final class Person: ManagedObject {
    @Attribute("name") var name: String
    @Attribute("about") var about: String
    @Attribute("avatar") var avatar: Data?
  }

  static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel([
      EntityDescription(
        Person.self,
        attributes: [
          .init("name", .string), .init("about", .string, default: .string("")),
          .init("avatar", .binary, isOptional: true, allowsExternalStorage: true),
        ])
    ])
  }

  @MainActor
  func run(in folder: URL) async throws {
    let path = folder.appendingPathComponent("people.sqlite").path
    let container = try PersistentContainer(store: SQLiteStore(path: path, model: Self.model()))
    let context = container.viewContext
    // More than 100 KB is kept in a file beside the store, less in the row.
    try await add("Nora", "paints tramways", avatarSize: 250_000, to: container)
    try await add("Ilya", "repairs clocks", avatarSize: 2_000, to: container)

    print("Two people, in sections by name:")
    let request = FetchRequest<Person>(order: [FetchOrder("name"), FetchOrder("about")])
    let list = PrintedList(
      "people", try FetchedResultsController(request, sectionKeyPath: "name", context: context)
    ) { person in
      "\(person.about), avatar of \((person.avatar?.count ?? 0) / 1000) KB"
    }
    try await list.show()
    showFiles(folder)

    heading("After \(delay.formatted()) seconds another Ilya comes, by himself, from the background:")
    let late = Task {
      try await Task.sleep(for: .seconds(delay))
      try await add("Ilya", "sails", avatarSize: 180_000, to: container)
    }
    try await late.value
    showFiles(folder)

    let people = try context.fetch(request)
    heading("One of the two is called Yuri from now on:")
    people.first { $0.about == "sails" }?.name = "Yuri"
    try context.save()
    heading("Nora leaves, and her picture with her:")
    if let nora = people.first(where: { $0.name == "Nora" }) { context.delete(nora) }
    try context.save()
    showFiles(folder)
    withExtendedLifetime(list) {}
  }

  private func add(
    _ name: String, _ about: String, avatarSize: Int, to container: PersistentContainer
  ) async throws {
    try await container.performBackgroundTask { context in
      let person = try context.insert(Person.self)
      (person.name, person.about) = (name, about)
      person.avatar = Data((0..<avatarSize).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    }
  }

  private func showFiles(_ folder: URL) {
    let data = folder.appendingPathComponent(".people_SUPPORT/_EXTERNAL_DATA").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: data)) ?? []
    print("  Avatars in files of their own: \(names.count)")
  }
}
