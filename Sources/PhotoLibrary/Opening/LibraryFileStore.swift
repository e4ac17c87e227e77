import ObjectGraph
import SQLiteStore

/// The open store of a library in a file.
struct LibraryFileStore: LibraryStore {
  /// The store.
  let file: SQLiteStore

  var store: any PersistentStore { file }
  var obstacle: String? { nil }
  var isRemote: Bool { false }

  func metadata() throws -> PersistentStoreMetadata { try SQLiteStore.metadata(at: file.path) }

  func check() throws -> StorageCheck {
    let check = try file.check()
    // The rows of a damaged file may not be readable.
    let isReadable = check.damage.isEmpty
    let rowsToIndex = isReadable ? try file.rowsToIndex() : nil
    return StorageCheck(
      counts: check.counts.map { .init(entity: $0.entity, rows: $0.rows) },
      orphans: check.orphans.map {
        .init(entity: $0.entity, relationship: $0.relationship, count: $0.ids.count)
      },
      facts: [
        "file\t\(check.fileSize) bytes, \(check.pages) pages of \(check.pageSize), \(check.freePages) free",
        "log\t\(check.logSize) bytes",
        "text index\t\(rowsToIndex.map { "\($0) rows to index" } ?? "missing or not examined")",
      ],
      problems: Self.problems(of: check), isReadable: isReadable)
  }

  private static func problems(of check: StoreCheck) -> [String] {
    var problems = check.damage.map { "damaged\t\($0)" } + check.keyProblems.map { "keys\t\($0)" }
    problems += check.indexProblems.map { "index\t\($0)" }
    problems += check.missingFiles.map {
      "files\t\($0.property) of \($0.id.key) is in the file \($0.name), which is missing"
    }
    problems += check.valueProblems.map { problem in
      let what =
        problem.kind == .missing
        ? "without a \(problem.property)" : "whose \(problem.property) is of another type"
      return "values\t\(problem.rows) \(problem.entity) \(what), the first with the key \(problem.first.key)"
    }
    return problems
  }

  func repair() throws -> (repaired: [String], isReadable: Bool) {
    let repair = try file.repair()
    return (repair.repaired, repair.remaining.damage.isEmpty)
  }

  func removeOldCopies() { UpdateCopy(path: file.path).removeOld() }
}
