import ObjectGraph

extension MigrationExample {
  private static func text(
    _ name: String, from old: String? = nil, isOptional: Bool = true, default value: PropertyValue = .null
  ) -> AttributeDescription {
    AttributeDescription(
      name, .string, isOptional: isOptional, default: value, renamingIdentifier: old)
  }

  /// Changes of tables whose rows stay, with several columns or entities.
  static let tables: [MigrationExample] = [
    MigrationExample(
      testDescription: "Two attributes are converted, one removed, one renamed, and one added",
      old: [
        entity(
          "Photo",
          [.init("value", .integer64), .init("size", .integer32), text("gone"), text("title")])
      ],
      new: [
        entity(
          "Photo",
          [
            .init("value", .string), .init("size", .double), text("caption", from: "title"),
            .init("rating", .integer16, default: .integer(3)),
          ])
      ],
      objects: [
        SampleObject(
          "Photo", "a",
          ["value": .integer(5), "size": .integer(2), "gone": .string("g"), "title": .string("t")])
      ], lines: ["Photo a caption=\"t\" rating=3 size=2.0 value=\"5\""]),
    MigrationExample(
      testDescription: "Sub-entities get different values in one column",
      old: [
        entity("Item", [.init("value", .integer64)]), entity("Photo", parent: "Item"),
        entity("Video", parent: "Item", [text("note")]),
      ],
      new: [
        entity("Item", [.init("value", .string)]),
        entity("Photo", parent: "Item", [text("note", isOptional: false, default: .string("p"))]),
        entity("Video", parent: "Item", [text("note", isOptional: false, default: .string("v"))]),
      ],
      objects: [
        SampleObject("Item", "a", ["value": .integer(1)]),
        SampleObject("Photo", "b", ["value": .integer(2)]),
        SampleObject("Video", "c", ["value": .integer(3)]),
        SampleObject("Video", "d", ["value": .integer(4), "note": .string("n")]),
      ],
      lines: [
        "Item a value=\"1\"", "Photo b note=\"p\" value=\"2\"", "Video c note=\"v\" value=\"3\"",
        "Video d note=\"n\" value=\"4\"",
      ]),
    MigrationExample(
      testDescription: "Empty values that get the same default violate a constraint",
      old: [entity("Photo", [text("value")], unique: [["value"]])],
      new: [
        entity("Photo", [text("value", isOptional: false, default: .string("-"))], unique: [["value"]])
      ],
      objects: [
        SampleObject("Photo", "a"), SampleObject("Photo", "b"),
        SampleObject("Photo", "c", ["value": .string("x")]),
      ],
      problems: [
        MigrationProblem(
          entity: "Photo", .notUnique(constraint: ["value"], count: 1, example: [.string("-")]))
      ]),
    MigrationExample(
      testDescription: "A reference gets sub-entities of its destination, and another property is converted",
      old: [
        entity("Album"),
        entity("Photo", [.init("value", .integer64)], [.toOne("album", "Album", inverse: nil)]),
      ],
      new: [
        entity("Album"), entity("Smart", parent: "Album"),
        entity("Photo", [.init("value", .string)], [.toOne("album", "Album", inverse: nil)]),
      ],
      objects: [
        SampleObject("Album", "x"), SampleObject("Photo", "a", ["value": .integer(1)], to: ["album": ["x"]]),
        SampleObject("Photo", "b", ["value": .integer(2)]),
      ], lines: ["Album x", "Photo a value=\"1\" album=x", "Photo b value=\"2\""]),
  ]
}
