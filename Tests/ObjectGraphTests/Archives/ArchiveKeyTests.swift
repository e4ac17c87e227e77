import ObjectGraph
import TestSupport
import Testing

@Suite("Unique keys in archives")
@MainActor
struct ArchiveKeyTests {
  private final class Company: ManagedObject {
    @Attribute("name") var name: String
    @ToOne("contact") var contact: Person?
  }

  private class Person: ManagedObject {
    @Attribute("name") var name: String
  }

  private final class Employee: Person {
    @Attribute("badge") var badge: Int
  }

  /// Companies are unique by their names without case, employees by their badges, and other persons not at all.
  private func context(personKeys: [[String]] = []) throws -> ManagedObjectContext {
    let model = try ManagedObjectModel([
      EntityDescription(
        Company.self,
        attributes: [
          .init("name", .string, default: .string("")),
          .init("foldedName", .string, isOptional: true, derived: .canonical("name")),
        ],
        relationships: [.toOne("contact", "Person")], unique: [["foldedName"]]),
      EntityDescription(
        Person.self, attributes: [.init("name", .string, default: .string(""))], unique: personKeys),
      EntityDescription(
        Employee.self, parent: "Person", attributes: [.init("badge", .integer64, default: .integer(0))],
        unique: [["badge"]]),
    ])
    return try PersistentContainer(store: InMemoryStore(model: model)).viewContext
  }

  private func company(_ context: ManagedObjectContext) throws -> Company {
    let (company, employee) = (try context.insert(Company.self), try context.insert(Employee.self))
    (company.name, company.contact) = ("Café", employee)
    (employee.name, employee.badge) = ("Ann", 5)
    try context.save()
    return company
  }

  @Test("A reference by a key that only a subentity has is refused in an export")
  func subentity() throws {
    let context = try context()
    let company = try company(context)
    let error = #expect(throws: ArchiveError.self) { try context.archive([company]) }
    #expect(error?.reason.contains("no unique key of attributes of Person") == true)
  }

  @Test("A reference to an object of a subentity by a key of the destination is found again")
  func inheritedKey() throws {
    let context = try context(personKeys: [["name"]])
    let company = try company(context)
    let archive = try context.archive([company])
    #expect(archive.objects[0].values["contact"] == .key(["name": .text("Ann")]))
    let contact = company.contact
    company.contact = nil
    try context.importObjects(from: archive)
    #expect(company.contact == contact)
  }

  @Test("An object is found by a key that is derived from a text of the archive")
  func derivedKey() throws {
    let context = try context(personKeys: [["name"]])
    let company = try company(context)
    var archive = try context.archive([company])
    archive.objects[0].values["name"] = .text("CAFE")
    let imported = try context.importObjects(from: archive)
    #expect(imported.found == [company.objectID] && imported.inserted.isEmpty)
    #expect(company.name == "CAFE")
    try context.save()
    archive.objects.append(ArchivedObject(entity: "Company", id: 7, values: ["name": .text("café")]))
    let error = #expect(throws: ArchiveError.self) { try context.importObjects(from: archive) }
    #expect(error?.path == "objects[1]")
  }
}
