#if PostgreSQL
  /// The state that all parts of a query share while it is written.
  final class SQLParts {
    /// The values of the parameters, by their numbers from 1.
    private(set) var parameters: [Parameter]
    private var aliasCount = 0

    /// Creates the state of a query, or of the rest of a statement that has parameters.
    init(_ parameters: [Parameter] = []) { self.parameters = parameters }

    /// The highest number of parameters of a statement in PostgreSQL's protocol.
    static let parameterLimit = 65_535

    /// Adds a parameter and returns its placeholder.
    func bind(_ parameter: Parameter) -> String {
      parameters.append(parameter)
      return "$\(parameters.count)"
    }

    /// Returns an unused alias for a table.
    func newAlias() -> String {
      defer { aliasCount += 1 }
      return "t\(aliasCount)"
    }

    /// Removes the parameters of a part that was not finished.
    func removeParameters(from count: Int) { parameters.removeSubrange(count...) }
  }
#endif
