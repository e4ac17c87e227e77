import ObjectGraph
import Testing

@Suite("Configurations")
struct ConfigurationTests {
  private func model(_ configurations: [String: [String]]) throws(ModelError) -> ManagedObjectModel {
    try ManagedObjectModel(
      [
        EntityDescription(
          ManagedObject.self, name: "Photo", relationships: [.toOne("album", "Album", inverse: "photos")]),
        EntityDescription(
          ManagedObject.self, name: "Album", relationships: [.toMany("photos", "Photo", inverse: "album")]),
        EntityDescription(ManagedObject.self, name: "Shared", parent: "Album"),
        EntityDescription(ManagedObject.self, name: "Note"),
      ], configurations: configurations)
  }

  @Test("A configuration names entities, which can be in several")
  func entities() throws {
    let model = try model(["Local": ["Note"], "All": ["Shared", "Photo", "Album", "Note"], "None": []])
    #expect(model.configuration("Local")?.map(\.name) == ["Note"])
    #expect(model.configuration("All")?.map(\.name) == ["Album", "Shared", "Note", "Photo"])
    #expect(model.configuration("None")?.isEmpty == true)
    #expect(model.configuration("Cloud") == nil)
  }

  @Test(
    "What leads out of a configuration is refused",
    arguments: [
      (["Photo"], "Photo.album leads to Album, out of the configuration C"),
      (["Shared", "Photo"], "the configuration C has Shared, but not Album, from which it inherits"),
      (["Poto"], "the configuration C has Poto, which is no entity"),
    ])
  func refusals(members: [String], sentence: String) {
    let error = #expect(throws: ModelError.self) { try model(["C": members]) }
    #expect(error?.description == sentence)
  }
}
