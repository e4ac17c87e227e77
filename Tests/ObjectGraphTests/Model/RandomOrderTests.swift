import TestSupport
import Testing

@testable import ObjectGraph

@MainActor
@Suite("Ordered relationships under random edits", .timeLimit(.minutes(60)))
struct RandomOrderTests {
  static var seeds: Range<UInt64> { Seeds.range(quick: 24, long: 2_000) }
  static let rounds = 50

  /// A shop with contexts of every kind.
  @MainActor
  private final class Workplace {
    let shop: Shop
    let isFollowing: Bool
    let child: ManagedObjectContext
    let grandchild: ManagedObjectContext
    let distant: BackgroundContext
    let worker: BackgroundContext
    let seed: UInt64
    var editor: OrderedEditor
    /// The states that undoing in the main context restores.
    var past: [OrderedEditor.State] = []
    var future: [OrderedEditor.State] = []

    var main: ManagedObjectContext { shop.context }

    init(seed: UInt64) async throws {
      self.seed = seed
      shop = try Shop(inMemory: !seed.isMultiple(of: 4))
      isFollowing = seed.isMultiple(of: 3)
      let context = shop.context
      var state = OrderedEditor.State(
        racks: try (0..<2).map { _ in try context.insert(Rack.self).objectID },
        customers: [try context.insert(Customer.self).objectID])
      state.items = try (0..<5).map { _ in try context.insert(Volume.self).objectID }
      for owner in state.racks + state.customers { state.members[owner] = [] }
      editor = OrderedEditor(random: SeededGenerator(seed: seed), state: state)
      try context.save()
      context.undoHistory = UndoHistory(levels: .max)
      child = ManagedObjectContext(parent: context)
      grandchild = ManagedObjectContext(parent: child)
      distant = try await shop.container.makeChild()
      worker = try shop.container.makeBackgroundContext()
      for context in [child, grandchild] { context.automaticallyMergesChangesFromParent = isFollowing }
    }

    /// Makes a few edits in one kind of context, and saves them up to the main context.
    func edit(_ kind: Int) async throws {
      let before = editor.state
      let events = main.undoHistory?.undoable.count
      switch kind {
      case 0:
        try main.withUndoGroup(named: "edit") { try Self.edit(main, &editor) }
      case 1:
        refresh([child])
        try Self.edit(child, &editor)
        try child.save()
      case 2:
        refresh([child, grandchild])
        try Self.edit(grandchild, &editor)
        try grandchild.save()
        try check(child, "child")
        try child.save()
      case 3:
        try await distant.refresh()
        try await edit(distant)
        try await distant.save()
      case 4:
        try main.save()
        await worker.perform { $0.refreshAllObjects() }
        try await edit(worker)
        try await worker.save()
        main.undoHistory?.removeAll()
        (past, future) = ([], [])
        return
      case 5: return undo()
      default: return redo()
      }
      main.processPendingChanges()
      // An event may leave the order unchanged: members can get other positions in the same order.
      if main.undoHistory?.undoable.count != events {
        past.append(before)
        future = []
      }
    }

    private func refresh(_ contexts: [ManagedObjectContext]) {
      main.processPendingChanges()
      if !isFollowing { for context in contexts { context.refreshAllObjects() } }
    }

    private func edit(_ context: BackgroundContext) async throws {
      editor = try await context.perform { [editor] context in
        var editor = editor
        try Self.edit(context, &editor)
        return editor
      }
    }

    private nonisolated static func edit(_ context: ManagedObjectContext, _ editor: inout OrderedEditor)
      throws
    {
      for _ in 0..<Int.random(in: 1...4, using: &editor.random) { try editor.edit(context) }
    }

    private func undo() {
      guard main.undoHistory?.canUndo == true, let state = past.popLast() else { return }
      future.append(editor.state)
      main.undo()
      editor.state = state
    }

    private func redo() {
      guard main.undoHistory?.canRedo == true, let state = future.popLast() else { return }
      past.append(editor.state)
      main.redo()
      editor.state = state
    }

    func check(_ context: ManagedObjectContext, _ name: String) throws {
      try check(try editor.shown(context), name)
    }

    func check(_ shown: [ManagedObjectID: [ManagedObjectID]], _ name: String) throws {
      try #require(shown == editor.state.members, "seed \(seed): \(name)")
    }

    /// Compares the expected state with the store, read by a new context.
    func checkStore(_ round: Int) async throws {
      try main.save()
      let reader = try shop.container.makeBackgroundContext()
      try check(try await reader.perform { [editor] in try editor.shown($0) }, "store, round \(round)")
    }
  }

  @Test("The order is that of an array with the same edits, in every kind of context and in the store")
  func order() async throws {
    for seed in Self.seeds {
      let place = try await Workplace(seed: seed)
      for round in 0..<Self.rounds {
        let kind = Int.random(in: 0..<7, using: &place.editor.random)
        try await place.edit(kind)
        try place.check(place.main, "main after kind \(kind), round \(round)")
        if round % 5 == 4 { try await place.checkStore(round) }
      }
    }
  }
}
