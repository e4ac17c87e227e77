import ObjectGraph
import TestSupport
import Testing

@Suite("Facts of entities and relationships")
struct EntityFactsTests {
  private func model(
    entity: String? = nil, relationship: String? = nil, userInfo: [String: String] = [:]
  ) throws -> ManagedObjectModel {
    try ManagedObjectModel([
      EntityDescription(
        ManagedObject.self, name: "Rack", attributes: [.init("label", .string)],
        relationships: [
          .toMany(
            "items", "Item", inverse: "rack", renamingIdentifier: "things",
            versionHashModifier: relationship,
            userInfo: userInfo)
        ],
        renamingIdentifier: "Shelf", versionHashModifier: entity, userInfo: userInfo),
      EntityDescription(
        ManagedObject.self, name: "Item", attributes: [.init("name", .string)],
        relationships: [.toOne("rack", "Rack", inverse: "items", userInfo: userInfo)]),
      EntityDescription(ManagedObject.self, name: "Volume", parent: "Item"),
    ])
  }

  @Test("What a description says of itself is in the model, and not inherited")
  func kept() throws {
    let model = try model(entity: "2", relationship: "3", userInfo: ["key": "value"])
    let rack = try #require(model.entity(named: "Rack"))
    #expect(rack.renamingIdentifier == "Shelf")
    #expect(rack.versionHashModifier == "2")
    #expect(rack.userInfo == ["key": "value"])
    let items = try #require(rack.relationship("items"))
    #expect(items.renamingIdentifier == "things")
    #expect(items.versionHashModifier == "3")
    #expect(items.userInfo == ["key": "value"])
    let volume = try #require(model.entity(named: "Volume"))
    #expect(volume.relationship("rack")?.userInfo == ["key": "value"])
    #expect(volume.userInfo.isEmpty)
  }

  @Test("An index or a uniqueness constraint has at least one property")
  func emptyKeys() {
    func refusal(unique: [[String]] = [], indexes: [[IndexElement]] = []) -> String? {
      #expect(throws: ModelError.self) {
        try ManagedObjectModel([
          EntityDescription(
            ManagedObject.self, name: "Rack", attributes: [.init("label", .string)], unique: unique,
            indexes: indexes)
        ])
      }?.description
    }
    #expect(refusal(unique: [["label"], []]) == "Rack has a uniqueness constraint of no properties")
    #expect(refusal(indexes: [[]]) == "Rack has an index of no properties")
  }

  @Test("No property has the name of the object itself in a key path")
  func reservedName() throws {
    func model(_ name: String) throws -> ManagedObjectModel {
      try ManagedObjectModel([
        EntityDescription(ManagedObject.self, name: "Rack", attributes: [.init(name, .string)])
      ])
    }
    let error = #expect(throws: ModelError.self) { try model("SELF") }
    #expect(error?.description == "Rack has a property \"SELF\", whose name no key path can hold")
    #expect(throws: Never.self) { try model("selfie") }
  }

  @Test("A modifier changes the hash of its entity and no other; user info changes none")
  func hashes() throws {
    let plain = try model().versionHashes
    let entity = try model(entity: "2").versionHashes
    let relationship = try model(relationship: "2").versionHashes
    #expect(plain["Rack"] != entity["Rack"])
    #expect(plain["Rack"] != relationship["Rack"])
    #expect(entity["Rack"] != relationship["Rack"])
    #expect(plain["Item"] == entity["Item"])
    #expect(plain["Item"] == relationship["Item"])
    #expect(try model(userInfo: ["key": "value"]).versionHashes == plain)
  }
}
