import Foundation
import ObjectGraph
import TestSupport

/// Classes that declare each property once, with a model made from the declarations.
enum Gallery {
  class Work: ManagedObject {
    static let number = Property<Work, Int>("number", isUnique: true)
    static let title = Property<Work, String?>("title", rules: .length(1...40))

    @Attribute(Work.number) var number: Int
    @Attribute(Work.title) var title: String?
  }

  final class Painting: Work {
    static let width = Property<Painting, Int>("width", default: 10, rules: .range(1...1000))
    static let height = Property<Painting, Int>("height", default: 20)
    static let price = Property<Painting, Double?>("price")
    static let painted = Property<Painting, Date?>("painted")
    static let painter: ToOneProperty<Painting, Painter> = .init("painter", inverse: Painter.paintings)

    @Attribute(Painting.width) var width: Int
    @Attribute(Painting.height) var height: Int
    @Attribute(Painting.price) var price: Double?
    @Attribute(Painting.painted) var painted: Date?
    @ToOne(Painting.painter) var painter: Painter?
  }

  final class Painter: ManagedObject {
    static let name = Property<Painter, String>("name")
    static let country = Property<Painter, String>("country", default: "")
    static let paintings: ToManyProperty<Painter, Painting> = .init(
      "paintings", inverse: Painting.painter, deleteRule: .cascade)
    static let teacher: ToOneProperty<Painter, Painter> = .init("teacher", inverse: Painter.pupils)
    static let pupils: ToManyProperty<Painter, Painter> = .init("pupils", inverse: Painter.teacher)

    @Attribute(Painter.name) var name: String
    @Attribute(Painter.country) var country: String
    @ToMany(Painter.paintings) var paintings: ObjectSet<Painting>
    @ToOne(Painter.teacher) var teacher: Painter?
    @ToMany(Painter.pupils) var pupils: ObjectSet<Painter>
  }

  static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel([
      EntityDescription(Work.self, properties: [Work.number, Work.title], isAbstract: true),
      EntityDescription(
        Painting.self,
        properties: [
          Painting.width, Painting.height, Painting.price, Painting.painted, Painting.painter,
        ], parent: Work.self, indexes: [[IndexElement(Painting.width)]]),
      EntityDescription(
        Painter.self,
        properties: [
          Painter.name, Painter.country, Painter.paintings, Painter.teacher, Painter.pupils,
        ], unique: [[Painter.name, Painter.country]]),
    ])
  }

  /// Returns a container with a filled store in memory.
  @MainActor
  static func container() throws -> PersistentContainer {
    let container = try PersistentContainer(store: InMemoryStore(model: model()))
    try fill(container.viewContext)
    return container
  }

  /// Inserts two painters, a teacher and his pupil, and three paintings.
  static func fill(_ context: ManagedObjectContext) throws {
    let ann = try context.insert(Painter.self)
    (ann.name, ann.country) = ("Ann", "NL")
    let bob = try context.insert(Painter.self)
    (bob.name, bob.teacher) = ("Bob", ann)
    for (number, title, width, painter) in [
      (1, "Sea", 100, ann), (2, "Seaside", 200, bob), (3, nil, 300, nil),
    ] as [(Int, String?, Int, Painter?)] {
      let painting = try context.insert(Painting.self)
      (painting.number, painting.title, painting.width) = (number, title, width)
      painting.painter = painter
      if number == 2 { painting.price = 9.5 }
    }
    try context.save()
  }
}
