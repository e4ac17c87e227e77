import Foundation
import ObjectGraph
import Testing

/// Models whose attributes and relationships are described by declarations.
@MainActor
@Suite("Declared properties")
struct PropertyDeclarationTests {
  final class Camera: ManagedObject {
    static let name = Property<Camera, String>("name")
    static let weight = Property<Camera, Double?>("weight")
    static let shots = Property<Camera, Int>("shots")
    static let isDigital = Property<Camera, Bool>("isDigital")
    static let bought = Property<Camera, Date?>("bought")
    static let manual = Property<Camera, Data?>("manual")
    static let page = Property<Camera, URL?>("page")
    static let serial = Property<Camera, UUID?>("serial")
    static let price = Property<Camera, Decimal?>("price")
    static let lenses = ToManyProperty<Camera, Lens>("lenses")

    @Attribute(Camera.name) var name: String
    @Attribute(Camera.shots) var shots: Int
    @ToMany(Camera.lenses) var lenses: ObjectSet<Lens>
  }

  final class Lens: ManagedObject {
    static let camera = ToOneProperty<Lens, Camera>("camera")
    static let owners = ToManyProperty<Lens, Owner>("owners")

    @ToOne(Lens.camera) var camera: Camera?
    @ToMany(Lens.owners) var owners: ObjectSet<Owner>
  }

  final class Owner: ManagedObject {
    static let lenses = ToManyProperty<Owner, Lens>("lenses")

    @ToMany(Owner.lenses) var lenses: ObjectSet<Lens>
  }

  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel([
      EntityDescription(
        Camera.self,
        attributes: [
          .init(Camera.name), .init(Camera.weight), .init(Camera.shots, .integer32, default: 7),
          .init(Camera.isDigital, default: true), .init(Camera.bought), .init(Camera.manual),
          .init(Camera.page), .init(Camera.serial), .init(Camera.price),
        ],
        relationships: [.toMany(Camera.lenses, inverse: Lens.camera, deleteRule: .cascade)]),
      EntityDescription(
        Lens.self,
        relationships: [
          .toOne(Lens.camera, inverse: Camera.lenses, isOptional: false),
          .toMany(Lens.owners, inverse: Owner.lenses),
        ]),
      EntityDescription(Owner.self, relationships: [.toMany(Owner.lenses, inverse: Lens.owners)]),
    ])
  }

  @Test("The type, the default and whether it is optional follow from the declaration")
  func attributes() throws {
    let entity = try #require(try Self.model().entity(named: "Camera"))
    let types = Dictionary(uniqueKeysWithValues: entity.attributes.map { ($0.name, $0.type) })
    #expect(
      types == [
        "name": .string, "weight": .double, "shots": .integer32, "isDigital": .boolean, "bought": .date,
        "manual": .binary, "page": .uri, "serial": .uuid, "price": .decimal,
      ])
    #expect(entity.attributes.filter { !$0.isOptional }.map(\.name) == ["name", "shots", "isDigital"])
    let defaults = entity.attributes.filter { !$0.defaultValue.isNull }.map(\.defaultValue)
    #expect(defaults == [.integer(7), .boolean(true)])
  }

  @Test("Relationships have the destination, the inverse and the rule of their declarations")
  func relationships() throws {
    let model = try Self.model()
    let lenses = try #require(model.entity(named: "Camera")?.relationship("lenses"))
    #expect(lenses.destination == "Lens" && lenses.inverse == "camera" && lenses.deleteRule == .cascade)
    let camera = try #require(model.entity(named: "Lens")?.relationship("camera"))
    #expect(camera.cardinality == .toOne && !camera.isOptional && camera.destination == "Camera")
    let owners = try #require(model.entity(named: "Lens")?.relationship("owners"))
    #expect(owners.cardinality == .toMany && owners.inverse == "lenses" && owners.destination == "Owner")
  }

  @Test("Accessors, predicates and orders use the declarations")
  func use() throws {
    let container = try PersistentContainer(store: InMemoryStore(model: Self.model()))
    let context = container.viewContext
    let (camera, lens, owner) = (
      try context.insert(Camera.self), try context.insert(Lens.self), try context.insert(Owner.self)
    )
    camera.name = "Box"
    lens.camera = camera
    lens.owners.insert(owner)
    try context.save()
    #expect(camera.shots == 7 && owner.lenses.map(\.objectID) == [lens.objectID])
    let found = try context.fetch(
      FetchRequest<Camera>(
        where: Camera.name == "Box" && Camera.lenses.contains(lens.objectID),
        order: [FetchOrder(Camera.shots)]))
    #expect(found == [camera])
    #expect(try context.fetch(FetchRequest<Owner>(where: Owner.lenses.contains(lens.objectID))) == [owner])
  }
}
