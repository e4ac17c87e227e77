import Flickr
import ObjectGraph
import PhotoLibrary
import Testing

@MainActor
@Suite("Photos by the name of their photographer")
struct PhotographerNameTests {
  @Test("All photographers of a name are found, however many they are", arguments: ["Anonymous", "anonym"])
  func namesakes(name: String) async throws {
    let test = try TestLibrary()
    let records = (0..<502).map { number in
      PhotoRecord("\(number)", by: "\(number)@N00", name: number == 0 ? "Anonymous Bosch" : "Anonymous")
    }
    try await test.importPhotos(records)
    let condition = try test.library.predicate(of: PhotoQuery("by:\(name)"))
    let count = try test.context.count(FetchRequest<Photo>(where: condition))
    #expect(count == (name == "Anonymous" ? 501 : 502))
  }
}
