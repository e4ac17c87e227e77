import ObjectGraph

extension MigrationExample {
  private static let toItem = RelationshipDescription.toOne("item", "Item")
  private static let views = AttributeDescription("views", .integer64, default: .integer(0))

  static let entities: [MigrationExample] = [
    MigrationExample(
      testDescription: "An entity is added before the others",
      old: [entity("Photo", [views])], new: [entity("Album"), entity("Photo", [views])],
      objects: [SampleObject("Photo", "a", ["views": .integer(3)])], lines: ["Photo a views=3"]),
    MigrationExample(
      testDescription: "An entity is removed, and references to it become empty",
      old: [entity("Item"), entity("Photo", parent: "Item"), entity("Frame", [], [toItem])],
      new: [entity("Item"), entity("Frame", [], [toItem])],
      objects: [
        SampleObject("Item", "i"), SampleObject("Photo", "p"),
        SampleObject("Frame", "f", to: ["item": ["p"]]),
        SampleObject("Frame", "g", to: ["item": ["i"]]),
      ], lines: ["Frame f", "Frame g item=i", "Item i"]),
    MigrationExample(
      testDescription: "An entity is renamed with its relationships",
      old: [
        entity("Item", [views]),
        entity("Frame", [], [toItem]),
      ],
      new: [
        entity("Work", [views], renaming: "Item"),
        entity("Frame", [], [.toOne("item", "Work")]),
      ],
      objects: [
        SampleObject("Item", "i", ["views": .integer(5)]), SampleObject("Frame", "f", to: ["item": ["i"]]),
      ], lines: ["Frame f item=i", "Work i views=5"]),
    MigrationExample(
      testDescription: "Two entities get a common parent, and keep their references",
      old: [
        entity("Film", [views]), entity("Photo", [views], [.toOne("film", "Film")]),
        entity("Frame", [], [.toOne("photo", "Photo")]),
      ],
      new: [
        entity("Item", [views]), entity("Film", parent: "Item"),
        entity("Photo", parent: "Item", [], [.toOne("film", "Film")]),
        entity("Frame", [], [.toOne("photo", "Photo")]),
      ],
      objects: [
        SampleObject("Film", "f", ["views": .integer(1)]),
        SampleObject("Photo", "p", ["views": .integer(2)], to: ["film": ["f"]]),
        SampleObject("Photo", "q"), SampleObject("Frame", "r", to: ["photo": ["q"]]),
      ],
      lines: ["Film f views=1", "Photo p views=2 film=f", "Photo q views=0", "Frame r photo=q"]),
    MigrationExample(
      testDescription: "A sub-entity becomes a root",
      old: [
        entity("Item", [views]), entity("Photo", parent: "Item"),
        entity("Frame", [], [.toOne("photo", "Photo")]),
      ],
      new: [
        entity("Item", [views]), entity("Photo", [views]), entity("Frame", [], [.toOne("photo", "Photo")]),
      ],
      objects: [
        SampleObject("Item", "i", ["views": .integer(1)]), SampleObject("Photo", "p", ["views": .integer(2)]),
        SampleObject("Frame", "f", to: ["photo": ["p"]]),
      ], lines: ["Frame f photo=p", "Item i views=1", "Photo p views=2"]),
    MigrationExample(
      testDescription: "A reference to an entity that leaves the tree is refused",
      old: [entity("Item"), entity("Photo", parent: "Item"), entity("Frame", [], [toItem])],
      new: [entity("Item"), entity("Photo"), entity("Frame", [], [toItem])],
      objects: [SampleObject("Photo", "p"), SampleObject("Frame", "f", to: ["item": ["p"]])],
      problems: [MigrationProblem(entity: "Frame", property: "item", .unsuitableDestination(count: 1))]),
    MigrationExample(
      testDescription: "A sub-entity is added, and references keep their destinations",
      old: [entity("Item"), entity("Frame", [], [toItem])],
      new: [entity("Item"), entity("Print", parent: "Item"), entity("Frame", [], [toItem])],
      objects: [SampleObject("Item", "i"), SampleObject("Frame", "f", to: ["item": ["i"]])],
      lines: ["Frame f item=i", "Item i"]),
    MigrationExample(
      testDescription: "An attribute of two sub-entities moves to their parent",
      old: [
        entity("Item"), entity("Film", parent: "Item", [views]), entity("Photo", parent: "Item", [views]),
      ],
      new: [entity("Item", [views]), entity("Film", parent: "Item"), entity("Photo", parent: "Item")],
      objects: [
        SampleObject("Item", "i"), SampleObject("Film", "f", ["views": .integer(1)]),
        SampleObject("Photo", "p", ["views": .integer(2)]),
      ], lines: ["Item i views=0", "Film f views=1", "Photo p views=2"]),
    MigrationExample(
      testDescription: "An attribute of a parent moves to its sub-entities",
      old: [entity("Item", [views]), entity("Film", parent: "Item"), entity("Photo", parent: "Item")],
      new: [
        entity("Item"), entity("Film", parent: "Item", [views]), entity("Photo", parent: "Item", [views]),
      ],
      objects: [
        SampleObject("Item", "i"), SampleObject("Film", "f", ["views": .integer(1)]),
        SampleObject("Photo", "p", ["views": .integer(2)]),
      ], lines: ["Item i", "Film f views=1", "Photo p views=2"]),
    MigrationExample(
      testDescription: "An entity with objects cannot become abstract",
      old: [entity("Item"), entity("Film", parent: "Item")],
      new: [entity("Item", isAbstract: true), entity("Film", parent: "Item")].map { $0 }
        + [entity("Other")],
      objects: [SampleObject("Item", "i")],
      problems: [MigrationProblem(entity: "Item", .abstractEntity(count: 1))]),
    MigrationExample(
      testDescription: "A constraint of a new parent holds for the objects of both entities",
      old: [entity("Film", [views]), entity("Photo", [views])],
      new: [
        entity("Item", [views], unique: [["views"]]), entity("Film", parent: "Item"),
        entity("Photo", parent: "Item"),
      ],
      objects: [
        SampleObject("Film", "f", ["views": .integer(9)]), SampleObject("Photo", "p", ["views": .integer(9)]),
      ],
      problems: [
        MigrationProblem(entity: "Item", .notUnique(constraint: ["views"], count: 1, example: [.integer(9)]))
      ]),
  ]
}
