#if PostgreSQL
  internal import ObjectStore

  /// The keys of the rows of an inheritance tree, or of a join table, that a batch deletes, in a temporary table.
  struct BatchTable {
    /// The name of the temporary table.
    let name: String
    /// The layout of the root of the tree, or of the join table.
    let layout: EntityLayout

    init(_ layout: EntityLayout) {
      self.layout = layout
      name = "pg_temp.\(Server.quoted("_batch_\(layout.storedNumber)"))"
    }

    /// The statements that make the table, empty; the end of the transaction drops it.
    var creation: Statement {
      Statement(
        """
        CREATE TEMPORARY TABLE \(name) (key bigint PRIMARY KEY, entity integer NOT NULL, step integer NOT NULL) \
        ON COMMIT DROP
        """)
    }

    /// The statement that gives the server the statistics of the table, which it never collects by itself.
    var statistics: Statement { Statement("ANALYZE \(name)") }

    /// Returns the condition that a key is among those of the table, or of one entity in it.
    ///
    /// It can be negated at any size: the server joins then, whereas it searches a long list of `NOT IN` row by row.
    func contains(_ key: String, entity: EntityLayout? = nil) -> String {
      let condition = entity.map { " AND k.entity = \($0.storedNumber)" } ?? ""
      return "EXISTS (SELECT 1 FROM \(name) AS k WHERE k.key = \(key)\(condition))"
    }

    /// A subquery for the keys.
    var keys: String { "(SELECT key FROM \(name))" }

    /// Returns the statement that inserts the keys, entities and steps that a query selects and that are not there yet.
    func insertion(_ select: String, _ parameters: [Parameter] = []) -> Statement {
      Statement("INSERT INTO \(name) (key, entity, step) \(select) ON CONFLICT DO NOTHING", parameters)
    }

    /// The statement for the keys and entities of the rows that matched the request, not those that delete rules added.
    var matches: Statement { Statement("SELECT key, entity FROM \(name) WHERE step = 0 ORDER BY key") }

    /// The statement for the number of rows.
    var count: Statement { Statement("SELECT count(*) FROM \(name)") }

    /// Returns the statement for the rows that meet a condition on the table `t`.
    func rows(where condition: String, in layout: StoreLayout) -> Statement {
      let list = layout.selection(of: self.layout.number).list(alias: "t")
      return Statement("SELECT \(list) FROM \(self.layout.table) t WHERE \(condition)")
    }

    /// The condition that a row of the table `t` is deleted.
    var isDeleted: String { "t.\(EntityLayout.own.key) IN \(keys)" }

    /// The statement that deletes the rows.
    var deletion: Statement { Statement("DELETE FROM \(layout.table) t WHERE \(isDeleted)") }
  }
#endif
