import FetchedResults
import ListChanges
import ObjectGraph

/// A list on a fetched-results controller that prints itself once, and then each change, as a table view would draw it.
@MainActor
final class PrintedList<Object: ManagedObject> {
  private let controller: FetchedResultsController<Object>
  private let name: String
  private let text: (Object) -> String
  /// The text on the screen: the only record of the contents of deleted rows.
  private var sections: [String] = []
  private var rows: [[String]] = []

  /// Creates a list, of which `text` is what a row shows.
  init(
    _ name: String, _ controller: FetchedResultsController<Object>, text: @escaping (Object) -> String
  ) {
    (self.name, self.controller, self.text) = (name, controller, text)
  }

  /// Reads the list, prints it, and follows it from then on.
  func show() async throws {
    try await controller.load()
    reload()
    for (section, rows) in zip(sections, rows) {
      if !section.isEmpty { print("  \(section)") }
      for row in rows { print("    \(row)") }
    }
    controller.onChange = { [weak self] in self?.show($0) }
  }

  private func reload() {
    let numbers = 0..<controller.sectionCount
    sections = numbers.map(controller.sectionName)
    rows = numbers.map { section in
      (0..<controller.rowCount(inSection: section)).map { row in
        text(controller.object(at: RowPath(section: section, row: row)))
      }
    }
  }

  /// Prints what changed: deletions by their places in the old list, everything else by those in the new one.
  private func show(_ changes: SectionedChanges) {
    let (oldSections, oldRows) = (sections, rows)
    reload()
    for section in changes.deletedSections { line("- section", "\(section)", oldSections[section]) }
    for path in changes.deletedRows { line("- row", "\(path)", oldRows[path.section][path.row]) }
    for section in changes.insertedSections { line("+ section", "\(section)", sections[section]) }
    for path in changes.insertedRows { line("+ row", "\(path)", row(path)) }
    for move in changes.movedRows { line("> row", "\(move.old) to \(move.new)", row(move.new)) }
    for update in changes.updatedRows { line("~ row", "\(update.new)", row(update.new)) }
  }

  private func row(_ path: RowPath) -> String { rows[path.section][path.row] }

  private func line(_ what: String, _ place: String, _ text: String) {
    print("  \(name): \(what) \(place)  \(text)")
  }
}
