extension RawSQLite {
  /// Waits until the full-text indexes of a library, which follow the commits, have all rows.
  func waitForSearchIndexes() async throws {
    let missing = """
      SELECT Z_TABLE FROM Z_TEXTINDEX WHERE Z_MARK < CASE Z_TABLE \
      WHEN 'ZPHOTO' THEN (SELECT max(Z_PK) FROM ZPHOTO) ELSE (SELECT max(Z_PK) FROM ZPHOTOGRAPHER) END
      """
    while try !texts(missing).isEmpty { try await Task.sleep(for: .milliseconds(50)) }
  }
}
