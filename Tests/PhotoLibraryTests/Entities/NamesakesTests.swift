import Flickr
import ObjectGraph
import PhotoLibrary
import Testing

@Suite("Photographers of the same name")
@MainActor
struct NamesakesTests {
  @Test(
    "Those with namesakes are distinguished, and no others, however many there are", arguments: [1, 2, 3, 60])
  func distinctions(namesakes: Int) async throws {
    let library = try TestLibrary()
    let names = (0..<namesakes).map { _ in "Ann Lee" } + ["ann lee", "Ann Leeds", "Bo", "Émile", "Bo "]
    var records = names.indices.map { PhotoRecord.full("\($0)") }
    for (index, name) in names.enumerated() {
      (records[index].ownerID, records[index].ownerName) = ("\(index)@N00", name)
      records[index].pathAlias = index % 2 == 0 ? "alias\(index)" : nil
    }
    try await library.importPhotos(records)
    let photographers = try library.photographers()
    let found = try Photographer.distinctions(
      of: photographers.map(\.objectID), in: library.context.model, reader: library.context.makeReader())
    for photographer in photographers {
      let isAlone = photographers.count { $0.name == photographer.name } == 1
      let index = try #require(Int(photographer.ownerID.prefix { $0 != "@" }))
      let expected = isAlone ? nil : index % 2 == 0 ? "alias\(index)" : photographer.ownerID
      let distinction = try #require(found[photographer.objectID])
      #expect(distinction.name == photographer.name)
      #expect(distinction.text == expected, "\(photographer.name)")
      #expect(photographer.distinction == expected)
    }
  }
}
