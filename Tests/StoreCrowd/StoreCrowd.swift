import Foundation
import TestSupport

#if PostgreSQL
  import FetchedResults
  import ObjectGraph
  import PostgresStore

  /// One of several programs that edit a PostgreSQL store, and show it in a list that must equal the store in the end.
  ///
  /// Its arguments: a folder for ``CrowdFolder``, the schema, its own name, and a seed. The environment variable
  /// `PROOFSHEET_POSTGRES` contains the connection string. It prints a ``CrowdReport``.
  @main
  @MainActor
  struct StoreCrowd {
    private let folder: CrowdFolder
    private let name: String
    private let container: PersistentContainer
    private let shown: ShownBooks
    private let editor: BookEditor
    private let states: FollowedStates

    static func main() async throws {
      let arguments = Array(CommandLine.arguments.dropFirst())
      guard arguments.count == 4, let seed = UInt64(arguments[3]), let connection = PostgresServer.connection
      else {
        print("PROOFSHEET_POSTGRES=CONNECTION storecrowd FOLDER SCHEMA NAME SEED")
        exit(64)
      }
      endWithParent()
      let program = try await StoreCrowd(
        CrowdFolder(URL(filePath: arguments[0])), connection: connection, schema: arguments[1],
        name: arguments[2],
        seed: seed)
      let report = try await program.run()
      FileHandle.standardOutput.write(try JSONEncoder().encode(report))
      exit(0)
    }

    /// Ends the program when its parent process has ended, as the process of the tests does when it crashes.
    private static func endWithParent() {
      let parent = getppid()
      Thread.detachNewThread {
        while getppid() == parent { sleep(1) }
        exit(70)
      }
    }

    private init(
      _ folder: CrowdFolder, connection: String, schema: String, name: String, seed: UInt64
    ) async throws {
      (self.folder, self.name) = (folder, name)
      let container = try await Retrying.run(in: folder) {
        try PersistentContainer(
          store: PostgresStore(
            connection: connection, schema: schema, model: Shelf.model(),
            options: StoreOptions(keepsHistory: true)), followsExternalChanges: true)
      }
      self.container = container
      states = FollowedStates(container.coordinator)
      shown = try ShownBooks(container.viewContext)
      try await Retrying.run(in: folder) { [shown] in try await shown.load() }
      editor = try BookEditor(container, list: shown.list, name: name, seed: seed)
    }

    private func run() async throws -> CrowdReport {
      while !folder.isReached(.stop) {
        try await editor.edit()
        folder.record(editor.saves, of: name)
      }
      await container.coordinator.drain()
      folder.recordEnd(of: name)
      while !folder.isReached(.quiet) { try await Task.sleep(for: .milliseconds(10)) }
      // What was read during an outage is read again before the state is current.
      try await Retrying.run(in: folder) { [container] in
        try await container.coordinator.mergeExternalChanges()
      }
      while !states.isCurrent { try await Task.sleep(for: .milliseconds(10)) }
      try await Retrying.run(in: folder) { [container] in
        try await container.coordinator.mergeExternalChanges()
      }
      var report = editor.report
      let stored = try await Retrying.run(in: folder) { [container] in
        try await container.makeBackgroundContext().perform { context in
          try context.fetch(ShownBooks.request).map(CrowdReport.row)
        }
      }
      shown.complete(&report, stored: stored)
      return report
    }
  }
#else
  /// Nothing without the trait PostgreSQL.
  @main
  struct StoreCrowd {
    static func main() {
      print("storecrowd was built without the trait PostgreSQL")
      exit(64)
    }
  }
#endif
