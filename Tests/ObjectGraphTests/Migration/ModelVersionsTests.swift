import Foundation
import ObjectGraph
import TestSupport
import Testing

@MainActor
@Suite("A staged migration between the versions of a folder of models")
struct ModelVersionsTests {
  private static let versions = ["Shop", "Shop 2", "Shop 3"]

  /// The entities of the versions: an attribute is renamed, then converted.
  private static let entities: [[EntityDescription]] = [
    [MigrationExample.entity("Item", [.init("price", .integer32)])],
    [MigrationExample.entity("Item", [.init("cost", .integer32, renamingIdentifier: "price")])],
    [MigrationExample.entity("Item", [.init("cost", .decimal)])],
  ]

  /// Returns the stages from each model to the next.
  private func stages(_ models: [ManagedObjectModel]) -> [MigrationStage] {
    zip(models, models.dropFirst()).map { .inferred(from: $0, to: $1) }
  }

  /// Expects that a store of each version is migrated to the last one.
  private func check(_ models: [ManagedObjectModel], _ kind: StoreKind) async throws {
    let last = try #require(models.last)
    for (index, model) in models.enumerated() {
      let fixture = try MigrationFixture(kind)
      let value: [String: PropertyValue] = [
        index == 0 ? "price" : "cost": index == 2 ? .decimal(12) : .integer(12)
      ]
      try await fixture.fill(model, [SampleObject("Item", "a", value)])
      #expect(try await fixture.lines(last, .staged(stages(models))) == ["Item a cost=12"])
    }
  }

  @Test("Versions of Xcode's sources", arguments: StoreKind.persistent)
  func sources(kind: StoreKind) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("Shop.xcdatamodeld")
    let attributes = [
      #"<attribute name="price" attributeType="Integer 32"/>"#,
      #"<attribute name="cost" attributeType="Integer 32" elementID="price"/>"#,
      #"<attribute name="cost" attributeType="Decimal"/>"#,
    ]
    for (version, attribute) in zip(Self.versions, attributes) {
      let url = URL(filePath: path).appending(path: "\(version).xcdatamodel")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      let name = #"<attribute name="name" attributeType="String"/>"#
      let contents = XcodeSamples.model("<entity name=\"Item\">\(name)\(attribute)</entity>")
      try contents.write(to: url.appending(path: "contents"))
    }
    let models = try Self.versions.map { try XcodeModel(at: path, version: $0).model }
    try await check(models, kind)
  }

  @Test("Versions of a compiled model", arguments: StoreKind.persistent)
  func compiled(kind: StoreKind) async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("Shop.momd")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for (version, entities) in zip(Self.versions, Self.entities) {
      try ArchivedModel.data(of: entities).write(to: URL(filePath: path).appending(path: version + ".mom"))
    }
    let models = try Self.versions.map { try CompiledModel(at: path, version: $0).model }
    try await check(models, kind)
  }
}
