#if PostgreSQL
  import FetchedResults
  import ListChanges
  import ObjectGraph
  import TestSupport

  /// The list of all books, and a copy of its rows that follows only the notified changes.
  @MainActor
  final class ShownBooks {
    nonisolated static var request: FetchRequest<Book> {
      FetchRequest<Book>(order: [FetchOrder("title"), FetchOrder("isbn")])
    }

    let list: FetchedResultsController<Book>
    /// The rows as the notifications made them.
    private var copy: [[Row]] = []
    private var changes = 0
    private var reloads = 0
    private var faults: [String] = []

    /// A row with the values that were last notified.
    private struct Row: Equatable {
      let id: ManagedObjectID
      let text: String
    }

    init(_ context: ManagedObjectContext) throws {
      list = try FetchedResultsController(Self.request, context: context)
      list.onChange = { [weak self] in self?.follow($0) }
    }

    /// Reads the list, and makes the copy.
    func load() async throws {
      try await list.load()
      copy = rows(paths)
    }

    private var paths: [[RowPath]] {
      (0..<list.sectionCount).map { section in
        (0..<list.rowCount(inSection: section)).map { RowPath(section: section, row: $0) }
      }
    }

    private func rows(_ paths: [[RowPath]]) -> [[Row]] {
      // Read at once, and kept until they were shown: each alone would be a round trip.
      let objects = list.context.readAhead(paths.joined().map { list.objectID(at: $0) })
      return withExtendedLifetime(objects) { paths.map { $0.map(row) } }
    }

    private func row(_ path: RowPath) -> Row {
      Row(id: list.objectID(at: path), text: CrowdReport.row(of: list.object(at: path)))
    }

    private func follow(_ changes: SectionedChanges) {
      guard !changes.isReload else {
        reloads += 1
        copy = rows(paths)
        return
      }
      self.changes += 1
      let known = Set(copy.joined().map(\.id))
      for path in changes.insertedRows where known.contains(list.objectID(at: path)) {
        faults.append("the insertion of \(list.objectID(at: path)) was notified again")
      }
      let changed = changes.insertedRows + changes.movedRows.map(\.new) + changes.updatedRows.map(\.new)
      let rows = Dictionary(
        zip(changed, self.rows([changed]).joined()), uniquingKeysWith: { first, _ in first })
      copy = changes.replayed(on: copy) { path in rows[path] ?? row(path) }
      let paths = paths
      guard copy.map({ $0.map(\.id) }) != paths.map({ $0.map { list.objectID(at: $0) } }) else { return }
      faults.append("the notified changes do not lead to the list: \(changes)")
      copy = self.rows(paths)
    }

    /// Adds the list and its contradictions to a report.
    ///
    /// - Parameter stored: The rows of the store.
    func complete(_ report: inout CrowdReport, stored: [String]) {
      let shown = rows(paths)
      report.rows = shown.joined().map(\.text)
      (report.changes, report.reloads) = (changes, reloads)
      if report.rows != stored {
        let difference = Set(report.rows).symmetricDifference(stored).sorted()
        faults.append("the list differs from the store: \(difference)")
      }
      for (row, known) in zip(shown.joined(), copy.joined()) where row != known {
        faults.append("a change was not notified: \(known.text) is \(row.text)")
      }
      report.faults += faults
    }
  }
#endif
