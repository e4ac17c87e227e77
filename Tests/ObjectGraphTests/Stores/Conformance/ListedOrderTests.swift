import ObjectGraph
import TestSupport
import Testing

@Suite("Every store, in the order of a list")
struct ListedOrderTests {
  private static let listed = FetchOrder.listed([4, 2, 9].map(StoreBench.group))

  @Test(
    "Rows come in the order of the list, then the others in that of their keys", arguments: StoreKind.allCases
  )
  func order(kind: StoreKind) throws {
    let bench = try StoreBench(kind, (1...6).map { Samples.groupRow($0) })
    var query = StoreQuery(entity: Samples.group, order: [Self.listed])
    #expect(try bench.reader.fetchIDs(query).map(\.key) == [4, 2, 1, 3, 5, 6])
    query.limit = 3
    #expect(try bench.reader.fetch(query).map(\.id.key) == [4, 2, 1])
    query.order[0].ascending = false
    #expect(try bench.reader.fetchIDs(query).map(\.key) == [1, 3, 5])
    query.order = [.listed([4, 4, 4, 2].map(StoreBench.group))]
    #expect(try bench.reader.fetchIDs(query).map(\.key) == [4, 2, 1])
    query.order = [.listed([])]
    #expect(try bench.reader.fetchIDs(query).map(\.key) == [1, 2, 3])
  }

  @Test("The rows after each row are those that follow it in the list", arguments: StoreKind.allCases)
  func start(kind: StoreKind) throws {
    let bench = try StoreBench(kind, (1...6).map { Samples.groupRow($0) })
    var query = StoreQuery(entity: Samples.group, order: [Self.listed])
    let all = try bench.reader.fetchIDs(query)
    for (index, id) in all.enumerated() {
      query.start = .init(keys: [Self.listed.key(for: .reference(id))], id: id)
      #expect(try bench.reader.fetchIDs(query) == Array(all[(index + 1)...]), "\(id)")
      #expect(try bench.reader.count(query) == all.count - index - 1, "\(id)")
      query.start?.isBackward = true
      #expect(try bench.reader.fetchIDs(query) == all[..<index].reversed(), "\(id)")
    }
  }
}
