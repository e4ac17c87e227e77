import ArgumentParser
import Foundation
import ObjectGraph
import SQLiteStore

/// An organization, who leads it, and who works for whom: a relationship of an entity to itself.
struct OrgChart: Example {
  static let configuration = CommandConfiguration(
    commandName: "orgchart", abstract: "Organization, leader and employees; how they lie in the file.")

  final class Organization: ManagedObject {
    @Attribute("id") var id: Int16
    @Attribute("name") var name: String
    @ToOne("leader") var leader: Person?
  }

  final class Person: ManagedObject {
    @Attribute("id") var id: Int16
    @Attribute("name") var name: String
    @ToOne("boss") var boss: Person?
    @ToMany("employees") var employees: ObjectSet<Person>
  }

  static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel([
      EntityDescription(
        Organization.self, attributes: [.init("id", .integer16), .init("name", .string)],
        relationships: [.toOne("leader", "Person")]),
      EntityDescription(
        Person.self, attributes: [.init("id", .integer16), .init("name", .string)],
        relationships: [
          .toOne("boss", "Person", inverse: "employees"),
          .toMany("employees", "Person", inverse: "boss"),
        ]),
    ])
  }

  @MainActor
  func run(in folder: URL) async throws {
    let path = folder.appendingPathComponent("orgchart.sqlite").path
    try await makeOrganization(path)

    // Contexts of their own: nothing of what follows is left over in memory.
    let store = try SQLiteStore(path: path, model: Self.model())
    let context = try PersistentContainer(store: store).viewContext
    for organization in try context.fetch(FetchRequest<Organization>()) {
      print("\(organization.name) (organization \(organization.id))")
      if let leader = organization.leader { printTree(leader, depth: 1) }
    }
    try showOneObjectPerRow(context)
    heading("How the file keeps it:")
    for statement in try store.schemaDescription().split(separator: "\n") { print(laidOut(statement)) }
  }

  @MainActor
  private func makeOrganization(_ path: String) async throws {
    let context = try PersistentContainer(store: SQLiteStore(path: path, model: Self.model())).viewContext
    var lastID: Int16 = 0
    func person(_ name: String, under boss: Person?) throws -> Person {
      let person = try context.insert(Person.self)
      lastID += 1
      (person.id, person.name, person.boss) = (lastID, name, boss)
      return person
    }
    let organization = try context.insert(Organization.self)
    (organization.id, organization.name) = (1, "Harbor Light & Power")
    let leader = try person("Ada Fernández", under: nil)
    organization.leader = leader
    let works = try person("Bo Lindqvist", under: leader)
    _ = try person("Chidi Okafor", under: leader)
    // The inverse relationship is maintained: Dora has a boss from here on.
    works.employees.insert(try person("Dora Nagy", under: nil))
    try context.save()
  }

  private func printTree(_ person: Person, depth: Int) {
    print(String(repeating: "    ", count: depth) + person.name)
    for employee in person.employees.sorted(by: { $0.id < $1.id }) { printTree(employee, depth: depth + 1) }
  }

  /// However a row is reached, it is one object.
  private func showOneObjectPerRow(_ context: ManagedObjectContext) throws {
    let isDora = try FetchPredicate("name CONTAINS %@", "Dora")
    guard let dora = try context.fetch(FetchRequest<Person>(where: isDora)).first,
      let leader = try context.fetch(FetchRequest<Organization>()).first?.leader
    else { return }
    heading("Dora's boss's boss is the leader herself, the same object: \(dora.boss?.boss === leader)")
  }

  /// The statement with the columns of a table in a line of their own.
  private func laidOut(_ statement: Substring) -> String {
    guard statement.hasPrefix("CREATE TABLE"), let start = statement.firstIndex(of: "(") else {
      return "  " + statement
    }
    return "  \(statement[..<start].dropLast())\n      \(statement[start...])"
  }
}
