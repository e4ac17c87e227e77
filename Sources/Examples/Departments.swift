import ArgumentParser
import Foundation
import ObjectGraph
import SQLiteStore

/// Departments and their employees: defaults, what a save demands, and what becomes of the employees.
struct Departments: Example {
  static let configuration = CommandConfiguration(
    commandName: "departments", abstract: "Defaults, required values, a to-many relationship, cascading.")

  final class Department: ManagedObject {
    @Attribute("title") var title: String
    @Attribute("internalID") var internalID: UUID
    @Attribute("phone") var phone: String?
    @ToMany("employees") var employees: ObjectSet<Employee>

    /// A computed default, which the model cannot contain.
    override func awakeFromInsert() { internalID = UUID() }
  }

  class Employee: ManagedObject {
    @Attribute("firstName") var firstName: String
    @Attribute("lastName") var lastName: String
    @Attribute("age") var age: Int16?
    @ToOne("department") var department: Department?

    var name: String { firstName + " " + lastName }
  }

  /// The class of employees in a later version of the program.
  final class EmployeeWithRoom: Employee {
    @Attribute("room") var room: String?
  }

  static func model(withRooms: Bool = false) throws -> ManagedObjectModel {
    let room = AttributeDescription("room", .string, isOptional: true)
    return try ManagedObjectModel([
      EntityDescription(
        Department.self,
        attributes: [
          .init("title", .string), .init("internalID", .uuid),
          .init("phone", .string, isOptional: true, default: .string("not connected")),
        ],
        relationships: [.toMany("employees", "Employee", inverse: "department", deleteRule: .cascade)]),
      EntityDescription(
        withRooms ? EmployeeWithRoom.self : Employee.self, name: "Employee",
        attributes: [
          .init("firstName", .string), .init("lastName", .string),
          .init("age", .integer16, isOptional: true, rules: [.minimum(.integer(15))]),
        ] + (withRooms ? [room] : []),
        relationships: [.toOne("department", "Department", inverse: "employees")]),
    ])
  }

  @MainActor
  func run(in folder: URL) async throws {
    let path = folder.appendingPathComponent("departments.sqlite").path
    try await work(path)
    try await workLater(path)
  }

  @MainActor
  private func work(_ path: String) async throws {
    let context = try PersistentContainer(store: SQLiteStore(path: path, model: Self.model())).viewContext
    print("A new department has what its model and awakeFromInsert() give it:")
    let research = try context.insert(Department.self)
    print("  title “\(research.title)”, phone \(research.phone ?? "none")")
    print("  internal ID set: \(research.internalID != UUID.missing)")

    heading("Saved without a title, it is refused:")
    printRefusal(of: context)
    research.title = "Research"
    research.phone = nil
    try context.save()
    print("  With one, and without a phone, which is optional, it is saved.")

    try await addAndRemove(research, context)
    try await deleteCascading(research, context)
  }

  @MainActor
  private func addAndRemove(_ research: Department, _ context: ManagedObjectContext) async throws {
    heading("Employees come and go:")
    let eve = try hire("Eve", "Sorensen", 41, context)
    let femi = try hire("Femi", "Adeyemi", 29, context)
    let gus = try hire("Gus", "Novak", nil, context)
    for employee in [eve, femi, gus] { research.employees.insert(employee) }
    try context.save()
    try show(context)
    research.employees.remove(gus)
    try context.save()
    print("  Gus was taken out of the department; he is still an employee:")
    try show(context)

    femi.age = 7
    heading("Rules of the model are kept, too:")
    printRefusal(of: context)
    context.rollback()
    print("  After a rollback, \(femi.name) is \(femi.age.map(String.init) ?? "of no known age") again.")
  }

  @MainActor
  private func deleteCascading(_ research: Department, _ context: ManagedObjectContext) async throws {
    heading("The department is deleted, and its employees with it:")
    context.delete(research)
    try context.save()
    try show(context)
  }

  /// A file that was made with less is brought up to date, and keeps what is in it.
  @MainActor
  private func workLater(_ path: String) async throws {
    heading("A later version wants to know rooms, too; the file and what is in it stay:")
    let context = try PersistentContainer(store: SQLiteStore(path: path, model: Self.model(withRooms: true)))
      .viewContext
    for employee in try context.fetch(FetchRequest<EmployeeWithRoom>()) {
      print("    \(employee.name), room \(employee.room ?? "not known")")
      employee.room = "B 12"
      try context.save()
      print("    \(employee.name), room \(employee.room ?? "not known")")
    }
  }

  private func hire(
    _ firstName: String, _ lastName: String, _ age: Int16?, _ context: ManagedObjectContext
  ) throws -> Employee {
    let employee = try context.insert(Employee.self)
    (employee.firstName, employee.lastName, employee.age) = (firstName, lastName, age)
    return employee
  }

  private func printRefusal(of context: ManagedObjectContext) {
    do {
      try context.save()
    } catch {
      print("  \(error)")
    }
  }

  private func show(_ context: ManagedObjectContext) throws {
    let employees = try context.fetch(FetchRequest<Employee>(order: [FetchOrder("lastName")]))
    for employee in employees {
      let age = employee.age.map { ", \($0)" } ?? ""
      print("    \(employee.name)\(age): \(employee.department?.title ?? "no department")")
    }
    let count = try context.count(FetchRequest<Department>())
    print("    departments: \(count), employees: \(employees.count)")
  }
}
