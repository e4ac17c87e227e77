import ObjectGraph
import TestSupport
import Testing

/// A seat in a hall; its number is unique, and so is its place in a line.
class Seat: ManagedObject {
  @Attribute("name") var name: String
  @Attribute("number") var number: Int?
  @Attribute("line") var line: Int?
  @Attribute("place") var place: Int?
  @Attribute("note") var note: String?
}

/// A seat for two with a unique code.
final class Sofa: Seat {
  @Attribute("code") var code: String?
}

/// The unique values of a seat, single and combined, and a value that is not unique.
struct SeatValues: Hashable, Sendable, CustomStringConvertible {
  var number: Int?
  var line: Int?
  var place: Int?
  var code: String?
  var note: String?

  var description: String {
    let parts = [number, line, place].map { $0.map(String.init) ?? "-" }
    return (parts + [code ?? "-", note ?? "-"]).joined(separator: " ")
  }
}

extension Seat {
  var content: SeatValues {
    get {
      SeatValues(number: number, line: line, place: place, code: (self as? Sofa)?.code, note: note)
    }
    set {
      if number != newValue.number { number = newValue.number }
      if line != newValue.line { line = newValue.line }
      if place != newValue.place { place = newValue.place }
      if note != newValue.note { note = newValue.note }
      if let sofa = self as? Sofa, sofa.code != newValue.code { sofa.code = newValue.code }
    }
  }
}

/// The kinds of contexts that can save.
enum ContextKind: String, CaseIterable, Sendable {
  case main, worker, child, distantChild
}

/// Seats in a kind of store, with a function to edit them in a kind of context.
@MainActor
struct Hall {
  let folder: TemporaryFolder
  let container: PersistentContainer
  let policy: MergePolicy
  var context: ManagedObjectContext { container.viewContext }

  init(_ store: StoreKind = .memory, policy: MergePolicy) throws {
    folder = try TemporaryFolder()
    self.policy = policy
    container = try PersistentContainer(
      store: store.open(in: folder, model: try Hall.model()), mergePolicy: policy)
    // These tests do not need to wait for the medium.
    container.viewContext.durability = .normal
  }

  nonisolated static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel([
      EntityDescription(
        Seat.self,
        attributes: [
          .init("name", .string, default: .string("")), .init("number", .integer64, isOptional: true),
          .init("line", .integer32, isOptional: true), .init("place", .integer16, isOptional: true),
          .init("note", .string, isOptional: true),
        ],
        unique: [["number"], ["line", "place"]]),
      EntityDescription(
        Sofa.self, parent: "Seat", attributes: [.init("code", .string, isOptional: true)],
        unique: [["code"]]),
    ])
  }

  /// Edits the seats in one save.
  func edit(in kind: ContextKind, _ edit: @escaping @Sendable (ManagedObjectContext) throws -> Void)
    async throws
  {
    switch kind {
    case .main: try edit(context)
    case .worker:
      let worker = try container.makeBackgroundContext(mergePolicy: policy)
      try await worker.perform { try edit($0) }
      try await worker.save()
    case .child:
      let child = ManagedObjectContext(parent: context)
      try edit(child)
      try child.save()
    case .distantChild:
      let child = try await container.makeChild(mergePolicy: policy)
      try await child.perform { try edit($0) }
      try await child.save()
    }
    try context.save()
  }

  /// Returns the seats in the store by name, with the versions of their rows.
  func stored() async throws -> [String: (content: SeatValues, version: Int64)] {
    await container.coordinator.drain()
    return try await container.makeBackgroundContext().perform { context in
      let seats = try context.fetch(FetchRequest<Seat>())
      return Dictionary(
        try seats.map { ($0.name, ($0.content, try context.row(for: $0.objectID)?.version ?? 0)) },
        uniquingKeysWith: { $1 })
    }
  }

  /// Returns the seats that the main context shows, by name.
  func shown() throws -> [String: SeatValues] {
    let seats = try context.fetch(FetchRequest<Seat>())
    #expect(seats.count == Set(seats.map(\.name)).count)
    return Dictionary(seats.map { ($0.name, $0.content) }, uniquingKeysWith: { $1 })
  }
}

extension ManagedObjectContext {
  /// Returns the seat with a name.
  func seat(_ name: String) throws -> Seat {
    try #require(
      try fetch(FetchRequest<Seat>(where: .comparison(.init("name", .equal, .value(.string(name)))))).first)
  }
}
