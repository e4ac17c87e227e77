#if PostgreSQL
  import ObjectGraph
  import TestSupport
  import Testing

  @testable import PostgresStore

  @Suite("Characters with a meaning in SQL before a mark that joins them")
  struct QuotingTests {
    /// A combining accent, the zero-width joiner, and a variation selector: each forms one character with the one before.
    static let marks = ["\u{301}", "\u{200D}", "\u{FE0F}"]

    @Test("A quote is doubled in names and literals", arguments: marks)
    func quotes(mark: String) {
      #expect(Array(Server.quoted("a\"\(mark)b").utf8) == Array("\"a\"\"\(mark)b\"".utf8))
      #expect(Array(Server.literal("a'\(mark)b").utf8) == Array("'a''\(mark)b'".utf8))
    }

    @Test(
      "A pattern finds the same texts as in memory", .enabled(if: PostgresServer.isKnown), arguments: marks)
    func patterns(mark: String) throws {
      let schema = PostgresSchema()
      let store = try schema.store(Notes.model([]))
      let memory = InMemoryStore(model: store.model, identifier: TestStores.identifier)
      let signs = ["%", "_", "\\", "z"]
      let rows = signs.enumerated().map { Notes.row(Int64($0) + 1, "x\($1)\(mark)y") }
      for writer in [try store.makeWriter(), memory.makeWriter()] as [any StoreWriter] {
        try writer.transaction(.normal) { _ = try $0.write(rows.map { .insert($0) }) }
      }
      for (sign, row) in zip(signs, rows) {
        let pattern = (sign == "\\" ? "\\\\" : sign) + mark
        let query = Notes.query(.comparison(.init("title", .like, .value(.string("*\(pattern)*")))))
        #expect(try SQLQuery(query, layout: store.layout).isExact)
        #expect(try store.makeReader().fetchIDs(query) == [row.id], "\(sign)")
        #expect(try memory.makeReader().fetchIDs(query) == [row.id], "\(sign)")
      }
    }
  }
#endif
