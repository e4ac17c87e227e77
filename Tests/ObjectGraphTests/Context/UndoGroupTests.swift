import ObjectModel
import TestSupport
import Testing

@testable import ObjectGraph

/// Tests that count copies of a group: a merge can change a group once for each of its objects, so that a copy each time
/// would take quadratic time.
@Suite("A group of many changes in an undo history")
struct UndoGroupTests {
  private static let count = 200
  private let history = UndoHistory()

  /// Records the deletions of objects.
  init() {
    let changes = (0..<Self.count).map { number in
      let state = UndoGroup.State.present([.string("\(number)"), .integer(0)], version: 1)
      return UndoGroup.Change(id: Self.id(number), before: state, after: .absent)
    }
    history.add(UndoGroup(name: "Delete", changes: changes, series: nil))
  }

  private static func id(_ number: Int) -> ManagedObjectID {
    ManagedObjectID(entity: 1, key: Int64(number) + 1)
  }

  private var changes: [UndoGroup.Change] { history.undoable.first?.changes ?? [] }

  /// The place of the changes in memory.
  private var address: UnsafePointer<UndoGroup.Change>? {
    changes.withUnsafeBufferPointer { $0.baseAddress }
  }

  /// Calls `body` for each deleted object, and returns how many calls moved the group in memory.
  private func moves(_ body: (Int) -> Void) -> Int {
    (0..<Self.count).filter { number in
      let before = address
      body(number)
      return address != before
    }.count
  }

  @Test("It is not copied when a merge changes the values of its deleted objects")
  func rebase() {
    let moves = moves { number in
      history.rebase(
        deletionOf: Self.id(number), from: [.string("\(number)"), .integer(0)],
        to: [.string("new"), .integer(0)])
    }
    #expect(moves == 0)
    #expect(changes.allSatisfy { $0.before.values == [.string("new"), .integer(0)] })
  }

  @Test("It is not copied when a merge extends its deletions, but grows now and then")
  func extend() {
    let moves = moves { number in
      let (before, after) = ([PropertyValue.integer(0)], [PropertyValue.integer(1)])
      let change = UndoGroup.Change(
        id: Self.id(Self.count + number), before: .present(before, version: 1),
        after: .present(after, version: 1))
      history.extend(deletionOf: Self.id(number), by: [change])
    }
    #expect(moves < Self.count / 10)
    #expect(changes.map(\.id) == (0..<2 * Self.count).map(Self.id))
  }

  @Test(
    "An extension continues the last change of an object, which it had before or got from another extension")
  func extensionOfKnownObjects() {
    let (known, new) = (Self.id(3), Self.id(Self.count))
    func extend(_ id: ManagedObjectID, from before: UndoGroup.State, to after: UndoGroup.State) {
      history.extend(deletionOf: Self.id(0), by: [.init(id: id, before: before, after: after)])
    }
    func state(_ number: Int64) -> UndoGroup.State { .present([.integer(number)], version: 1) }
    extend(new, from: state(1), to: state(2))
    extend(new, from: state(2), to: .absent)
    extend(known, from: .absent, to: state(7))
    #expect(changes.count == Self.count + 1)
    #expect(changes.last?.id == new && changes.last?.before == state(1) && changes.last?.after == .absent)
    #expect(changes[3].id == known && changes[3].before.values?.first == .string("3"))
    #expect(changes[3].after == state(7))
    // The last change of the object is no deletion any more.
    history.rebase(deletionOf: known, from: [.string("3"), .integer(0)], to: [.string("new"), .integer(0)])
    #expect(changes[3].before.values?.first == .string("3"))
  }

  @Test("A change of a later event of its series is the last one of the object")
  func series() {
    history.removeAll()
    func add(_ before: UndoGroup.State, _ after: UndoGroup.State) {
      history.add(
        UndoGroup(name: nil, changes: [.init(id: Self.id(0), before: before, after: after)], series: 1))
    }
    func state(_ number: Int64) -> UndoGroup.State { .present([.integer(number)], version: 1) }
    add(state(1), state(2))
    // Looks the object up, whose last change is no deletion.
    history.rebase(deletionOf: Self.id(0), from: [.integer(1)], to: [.integer(5)])
    add(state(2), .absent)
    history.rebase(deletionOf: Self.id(0), from: [.integer(2)], to: [.integer(5)])
    #expect(changes.map(\.before) == [state(1), state(5)])
  }
}
