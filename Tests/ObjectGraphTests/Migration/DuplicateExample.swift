import ObjectGraph
import Testing

/// A new constraint, objects that share its values, and the objects that are left under each policy.
struct DuplicateExample: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var old: [EntityDescription]
  var new: [EntityDescription]
  var objects: [SampleObject]
  /// The lines of the objects, by the policy.
  var lines: [DuplicatePolicy: [String]] = [:]
  var problems: [MigrationProblem] = []
}

extension DuplicateExample {
  private static let key = AttributeDescription("key", .string, isOptional: true)
  private static let note = AttributeDescription("note", .string, isOptional: true)
  private static let rating = AttributeDescription("rating", .integer16, default: .integer(0))

  /// Makes an example of entities that are described twice, without and with constraints.
  private init(
    _ description: String, _ entities: ([[String]]) -> [EntityDescription], unique: [[String]] = [["key"]],
    _ objects: [SampleObject], _ lines: [DuplicatePolicy: [String]], problems: [MigrationProblem] = []
  ) {
    self.init(
      testDescription: description, old: entities([]), new: entities(unique), objects: objects, lines: lines,
      problems: problems)
  }

  private static func photos(_ unique: [[String]]) -> [EntityDescription] {
    [MigrationExample.entity("Photo", [key, note, rating], unique: unique)]
  }

  private static func folded(_ derivation: Derivation, _ unique: [[String]]) -> [EntityDescription] {
    let folded = AttributeDescription("folded", .string, isOptional: true, derived: derivation)
    return [MigrationExample.entity("Photo", [key, note, folded], unique: unique)]
  }

  private static func albums(_ unique: [[String]]) -> [EntityDescription] {
    [
      MigrationExample.entity(
        "Album", [key],
        [.toMany("photos", "Photo", inverse: "album"), .toMany("tags", "Tag", inverse: "albums")],
        unique: unique),
      MigrationExample.entity(
        "Photo", [note], [.toOne("album", "Album", inverse: "photos")],
        unique: unique.isEmpty ? [] : [["album", "note"]]),
      MigrationExample.entity("Tag", [], [.toMany("albums", "Album", inverse: "tags")]),
    ]
  }

  private static func items(_ unique: [[String]]) -> [EntityDescription] {
    [
      MigrationExample.entity("Item", [key], unique: unique),
      MigrationExample.entity("Photo", parent: "Item", [note]),
      MigrationExample.entity("Video", parent: "Item"),
      MigrationExample.entity(
        "Link", [],
        [.toOne("item", "Item", inverse: nil), .toOne("video", "Video", inverse: nil)]),
    ]
  }

  private static func people(_ unique: [[String]]) -> [EntityDescription] {
    [
      MigrationExample.entity(
        "Person", [key, rating], [.toOne("pass", "Pass", inverse: "owner")], unique: unique),
      MigrationExample.entity("Pass", [], [.toOne("owner", "Person", inverse: "pass")]),
    ]
  }

  static let all: [DuplicateExample] = [
    DuplicateExample(
      "Values are merged by the policy, and empty ones are no duplicates", photos,
      [
        SampleObject("Photo", "a", ["key": .string("x"), "rating": .integer(5)]),
        SampleObject("Photo", "b", ["key": .string("x"), "note": .string("n")]),
        SampleObject("Photo", "c"), SampleObject("Photo", "d"),
      ],
      [
        .oldestTrumps: ["Photo a key=\"x\" rating=5", "Photo c rating=0", "Photo d rating=0"],
        .newestTrumps: ["Photo b key=\"x\" note=\"n\" rating=5", "Photo c rating=0", "Photo d rating=0"],
        .overwrite: ["Photo b key=\"x\" note=\"n\" rating=0", "Photo c rating=0", "Photo d rating=0"],
      ]),
    DuplicateExample(
      "Of three objects, the newest value that is set counts", photos,
      [
        SampleObject("Photo", "a", ["key": .string("x"), "note": .string("1")]),
        SampleObject("Photo", "b", ["key": .string("x"), "note": .string("2"), "rating": .integer(7)]),
        SampleObject("Photo", "c", ["key": .string("x")]),
      ],
      [
        .oldestTrumps: ["Photo a key=\"x\" note=\"1\" rating=0"],
        .newestTrumps: ["Photo c key=\"x\" note=\"2\" rating=7"],
        .overwrite: ["Photo c key=\"x\" rating=0"],
      ]),
    DuplicateExample(
      testDescription: "Another constraint takes the place of one whose values are merged",
      old: photos([["note"]]), new: photos([["key"]]),
      objects: [
        SampleObject("Photo", "a", ["key": .string("x"), "note": .string("1")]),
        SampleObject("Photo", "b", ["key": .string("x"), "note": .string("2")]),
      ],
      lines: [
        .oldestTrumps: ["Photo a key=\"x\" note=\"1\" rating=0"],
        .newestTrumps: ["Photo b key=\"x\" note=\"2\" rating=0"],
        .overwrite: ["Photo b key=\"x\" note=\"2\" rating=0"],
      ]),
    DuplicateExample(
      "Texts that are derived from merged values are compared", { folded(.canonical("note"), $0) },
      unique: [["key"], ["folded"]],
      [
        SampleObject("Photo", "a", ["key": .string("x"), "note": .string("One")]),
        SampleObject("Photo", "b", ["key": .string("x"), "note": .string("Two")]),
        SampleObject("Photo", "c", ["key": .string("y"), "note": .string("two")]),
      ],
      [
        .oldestTrumps: [
          "Photo a folded=\"one\" key=\"x\" note=\"One\"", "Photo c folded=\"two\" key=\"y\" note=\"two\"",
        ],
        .newestTrumps: ["Photo c folded=\"two\" key=\"y\" note=\"two\""],
        .overwrite: ["Photo c folded=\"two\" key=\"y\" note=\"two\""],
      ]),
    DuplicateExample(
      testDescription: "Texts that are derived from another attribute than before are compared",
      old: folded(.lowercase("name"), [["folded"]]), new: folded(.lowercase("note"), [["folded"]]),
      objects: ["a", "b"].map { SampleObject("Photo", $0, ["note": .string("N")]) },
      lines: [
        .oldestTrumps: ["Photo a folded=\"n\" note=\"N\""],
        .newestTrumps: ["Photo b folded=\"n\" note=\"N\""],
        .overwrite: ["Photo b folded=\"n\" note=\"N\""],
      ]),
    DuplicateExample(
      "A constraint over two properties compares both", photos, unique: [["key", "note"]],
      [
        SampleObject("Photo", "a", ["key": .string("x"), "note": .string("n")]),
        SampleObject("Photo", "b", ["key": .string("x"), "note": .string("m")]),
        SampleObject("Photo", "c", ["key": .string("x")]), SampleObject("Photo", "d", ["key": .string("x")]),
        SampleObject("Photo", "e", ["key": .string("x"), "note": .string("n"), "rating": .integer(1)]),
      ],
      [
        .oldestTrumps: [
          "Photo a key=\"x\" note=\"n\" rating=0", "Photo b key=\"x\" note=\"m\" rating=0",
          "Photo c key=\"x\" rating=0", "Photo d key=\"x\" rating=0",
        ],
        .newestTrumps: [
          "Photo e key=\"x\" note=\"n\" rating=1", "Photo b key=\"x\" note=\"m\" rating=0",
          "Photo c key=\"x\" rating=0", "Photo d key=\"x\" rating=0",
        ],
        .overwrite: [
          "Photo e key=\"x\" note=\"n\" rating=1", "Photo b key=\"x\" note=\"m\" rating=0",
          "Photo c key=\"x\" rating=0", "Photo d key=\"x\" rating=0",
        ],
      ]),
    DuplicateExample(
      "References lead to the object that stays, and objects that share it as a value are merged", albums,
      [
        SampleObject("Album", "X", ["key": .string("k")], to: ["tags": ["t"]]),
        SampleObject("Photo", "a", ["note": .string("1")], to: ["album": ["X"]]),
        SampleObject("Album", "Y", ["key": .string("k")], to: ["tags": ["t", "u"]]),
        SampleObject("Photo", "b", ["note": .string("2")], to: ["album": ["Y"]]),
        SampleObject("Photo", "c", ["note": .string("1")], to: ["album": ["Y"]]),
        SampleObject("Tag", "t"), SampleObject("Tag", "u"),
      ],
      [
        .oldestTrumps: [
          "Album X key=\"k\" photos=a,b tags=t,u", "Photo a note=\"1\" album=X", "Photo b note=\"2\" album=X",
          "Tag t albums=X", "Tag u albums=X",
        ],
        .newestTrumps: [
          "Album Y key=\"k\" photos=b,c tags=t,u", "Photo c note=\"1\" album=Y", "Photo b note=\"2\" album=Y",
          "Tag t albums=Y", "Tag u albums=Y",
        ],
        .overwrite: [
          "Album Y key=\"k\" photos=b,c tags=t,u", "Photo c note=\"1\" album=Y", "Photo b note=\"2\" album=Y",
          "Tag t albums=Y", "Tag u albums=Y",
        ],
      ]),
    DuplicateExample(
      "Objects of different subentities are merged", items,
      [
        SampleObject("Photo", "a", ["key": .string("x"), "note": .string("n")]),
        SampleObject("Video", "b", ["key": .string("x")]), SampleObject("Link", "l", to: ["item": ["b"]]),
      ],
      [
        .oldestTrumps: ["Photo a key=\"x\" note=\"n\"", "Link l item=a"],
        .newestTrumps: ["Photo b key=\"x\" note=\"n\"", "Link l item=b"],
        .overwrite: ["Photo b key=\"x\" note=\"n\"", "Link l item=b"],
      ]),
    DuplicateExample(
      "A reference that cannot lead to the object that stays is refused", items,
      [
        SampleObject("Photo", "a", ["key": .string("x")]), SampleObject("Video", "b", ["key": .string("x")]),
        SampleObject("Link", "l", to: ["video": ["b"]]),
      ], [:],
      problems: [
        MigrationProblem(entity: "Link", property: "video", .unsuitableDestination(count: 1))
      ]),
    DuplicateExample(
      "A one-to-one relationship keeps one destination", people,
      [
        SampleObject("Person", "a", ["key": .string("x")], to: ["pass": ["p"]]),
        SampleObject("Person", "b", ["key": .string("x")], to: ["pass": ["q"]]),
        SampleObject("Pass", "p"), SampleObject("Pass", "q"),
      ],
      [
        .oldestTrumps: ["Person a key=\"x\" rating=0 pass=p", "Pass p owner=a", "Pass q"],
        .newestTrumps: ["Person b key=\"x\" rating=0 pass=q", "Pass p", "Pass q owner=b"],
        .overwrite: ["Person b key=\"x\" rating=0 pass=q", "Pass p", "Pass q owner=b"],
      ]),
  ]
}
