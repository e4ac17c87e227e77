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

    /// A Boolean value that indicates whether the server refuses the statement because of the size of its parameters.
    ///
    /// The whole message with them must fit into a block of the server's memory (`MaxAllocSize`).
    var isTooLong: Bool { Self.isTooLong(parameters) }

    /// Returns a Boolean value that indicates whether the server refuses a statement with some parameters.
    static func isTooLong(_ parameters: [Parameter]) -> Bool {
      parameters.reduce(0) { $0 + $1.size } > sizeLimit
    }

    private static let sizeLimit = 0x3FFF_0000

    var shape: Shape { Shape(sql: sql, kinds: parameters.map(\.kind)) }
  }
#endif
