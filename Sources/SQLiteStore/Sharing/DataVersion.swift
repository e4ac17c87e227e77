/// The version of the file as a connection sees it, which changes with the commits of all other
/// connections.
final class DataVersion {
  private let connection: Connection
  private var last: Int64?

  init(_ connection: Connection) throws {
    self.connection = connection
    last = try current()
  }

  private func current() throws -> Int64? { try connection.integer("PRAGMA data_version") }

  /// Returns whether another connection has committed since the last call, or since this value was created.
  ///
  /// Also `true` after another connection has restarted the write-ahead log.
  func hasChanged() throws -> Bool {
    let version = try current()
    defer { last = version }
    return version != last
  }
}
