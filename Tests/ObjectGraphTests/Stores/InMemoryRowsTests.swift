import TestSupport
import Testing

@testable import ObjectGraph
@testable import ObjectStore

@Suite("Rows in memory")
struct InMemoryRowsTests {
  @Test("Nothing is kept of a row to which no row refers any more")
  func formerTargets() throws {
    var rows = InMemoryRows(model: try Samples.model(), store: StoreIdentity(TestStores.identifier))
    let row = Samples.row(1, in: 1)
    let isPut = rows.put(row)
    #expect(isPut && rows[Samples.sample].sources[Samples.groupSlot]?.count == 1)
    rows.remove(row.id)
    #expect(rows[Samples.sample].sources[Samples.groupSlot]?.isEmpty == true)
  }
}
