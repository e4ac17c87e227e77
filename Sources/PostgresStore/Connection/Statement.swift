#if PostgreSQL
  /// A statement with its parameters.
  struct Statement {
    let sql: String
    let parameters: [Parameter]

    /// Makes a statement.
    init(_ sql: String, _ parameters: [Parameter] = []) {
      self.sql = sql
      self.parameters = parameters
    }

    /// The part of a statement by which it is prepared once: its text and the types of its parameters.
    struct Shape: Hashable {
      let sql: String
      let kinds: [Parameter.Kind]
    }

    var shape: Shape { Shape(sql: sql, kinds: parameters.map(\.kind)) }
  }
#endif
