#if PostgreSQL
  internal import Foundation
  internal import ObjectStore

  /// The part of the writer that makes the statements which write the history.
  ///
  /// The server counts the transactions: their numbers need not be known before they are written.
  struct HistoryRecorder {
    let layout: StoreLayout
    let application: String?

    private func name(_ table: String) -> String { layout.server.name(table) }

    /// The number of the transaction that is being written.
    private var number: String { "(SELECT last FROM \(name(Schema.Table.history)))" }

    /// Returns the statements that write the transaction of a commit, the first of which returns its number; nothing if no
    /// row was written.
    ///
    /// - Parameters:
    ///   - report: The rows that the commit wrote.
    ///   - deleted: The IDs of the rows that it deleted.
    func statements(_ report: CommitReport, deleted: Set<ManagedObjectID>) -> [Statement] {
      let changes = HistoryRecord(report, deleted: deleted, layout: layout.history).changes
      guard !changes.isEmpty else { return [] }
      // No other writer can take the number: it waits for the lock.
      let counting = Statement(
        "UPDATE \(name(Schema.Table.history)) SET last = greatest(last, purged) + 1 RETURNING last")
      return [counting, transaction(of: report), insertion(of: changes)]
        + (formerInsertion(report, deleted: deleted).map { [$0] } ?? [])
    }

    private func transaction(of report: CommitReport) -> Statement {
      let texts = [report.author, report.context, ProcessInfo.processInfo.processName, application]
      return Statement(
        """
        INSERT INTO \(name(HistorySchema.Table.transactions)) (number, date, author, context, process, application) \
        VALUES (\(number), \(HistorySchema.now), $1, $2, $3, $4)
        """, texts.map { $0.map { .text(EscapedText.escape($0)) } ?? .null(.text) })
    }

    /// Returns the statement that inserts all changes.
    private func insertion(of changes: [HistoryRecord.Change]) -> Statement {
      let count = layout.history.tombstoneCount
      let tombstones = (0..<count).map { index in
        Parameter.byteArrays(
          changes.map { change in
            guard change.tombstone.indices.contains(index) else { return nil }
            let slot = layout.history[change.id.entity].preserved[index]
            return layout[change.id.entity].types[slot].parameter(change.tombstone[index]).bytes
          })
      }
      let names = (0..<count).map { ", tombstone\($0)" }.joined()
      let arrays = (0..<count).map { ", $\($0 + 5)::bytea[]" }.joined()
      return Statement(
        """
        INSERT INTO \(name(HistorySchema.Table.changes)) (transaction, entity, key, kind, columns\(names), position) \
        SELECT \(number), * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bytea[]\(arrays)) \
        WITH ORDINALITY
        """,
        [
          .integers(changes.map { layout[$0.id.entity].storedNumber }),
          .integers(changes.map(\.id.key)), .integers(changes.map { Int64($0.kind.rawValue) }),
          .byteArrays(changes.map { $0.columns?.bytes }),
        ] + tombstones)
    }

    /// Returns the statement that inserts the join rows and former references; nil if there are none.
    private func formerInsertion(
      _ report: CommitReport, deleted: Set<ManagedObjectID>
    ) -> Statement? {
      var rows: [(id: ManagedObjectID, kind: PersistentHistoryChange.Kind, former: FormerReferences?)] = []
      for row in report.inserted where layout.model.isLink(row.id.entity) {
        rows.append((row.id, .insertion, nil))
      }
      for update in report.updated {
        let slots = layout[update.row.id.entity].entity.referenceSlots.filter {
          update.row.values[$0] != update.before[$0]
        }
        guard layout.model.isLink(update.row.id.entity) || !slots.isEmpty else { continue }
        let former = FormerReferences(version: update.row.version - 1, slots: slots, of: update.before)
        rows.append((update.row.id, .update, former))
      }
      for row in report.deleted where deleted.contains(row.id) {
        let slots = layout[row.id.entity].entity.referenceSlots
        rows.append((row.id, .deletion, FormerReferences(version: row.version, slots: slots, of: row.values)))
      }
      guard !rows.isEmpty else { return nil }
      return Statement(
        """
        INSERT INTO \(name(HistorySchema.Table.former)) (transaction, entity, key, kind, former) \
        SELECT \(number), * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bytea[])
        """,
        [
          .integers(rows.map { layout[$0.id.entity].storedNumber }),
          .integers(rows.map(\.id.key)), .integers(rows.map { Int64($0.kind.rawValue) }),
          .byteArrays(rows.map { $0.former?.bytes(of: $0.id.entity, in: layout) }),
        ])
    }
  }
#endif
