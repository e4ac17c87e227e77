#if PostgreSQL
  internal import ObjectStore

  /// Writes of one shape that follow each other, and that one statement can carry out.
  struct WriteGroup {
    let shape: WriteShape
    /// A Boolean value that indicates whether the group can have more than one write.
    let takesMany: Bool
    private(set) var count = 0
    private var size = 0
    /// The parameters of the first write, which has a statement of its own if no other follows.
    private var first: [Parameter] = []
    /// The values by column.
    private var columns: [ParameterArray] = []

    /// The largest number of rows, and of bytes in their values: the server needs memory for all of them at once.
    private static let limit = (rows: 1_024, bytes: 4 << 20)

    init(_ shape: WriteShape, takesMany: Bool) {
      self.shape = shape
      self.takesMany = takesMany
    }

    /// Returns a Boolean value that indicates whether a write of the same shape can be appended.
    func fits(_ parameters: [Parameter]) -> Bool {
      if count == 0 { return true }
      return takesMany && count < Self.limit.rows && size < Self.limit.bytes
        && size + Self.size(parameters) < 2 * Self.limit.bytes
    }

    /// Adds a write.
    mutating func append(_ parameters: [Parameter]) {
      if count == 0 {
        first = parameters
        if takesMany { columns = parameters.map { ParameterArray($0.kind.many) } }
      }
      count += 1
      size += Self.size(parameters)
      guard takesMany else { return }
      for (index, parameter) in parameters.enumerated() { columns[index].append(parameter) }
    }

    private static func size(_ parameters: [Parameter]) -> Int {
      var size = 0
      for parameter in parameters { size += parameter.size }
      return size
    }

    /// The parameters of the statement.
    var parameters: [Parameter] { count == 1 ? first : columns.map(\.parameter) }
  }
#endif
