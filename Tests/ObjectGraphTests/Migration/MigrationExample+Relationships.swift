import ObjectGraph

extension MigrationExample {
  private typealias Relationship = RelationshipDescription

  private static let one = Relationship.toOne("album", "Album", inverse: "photos")
  private static let many = Relationship.toMany("album", "Album", inverse: "photos")
  private static let orderedMany = Relationship.toMany("album", "Album", inverse: "photos", isOrdered: true)
  private static let oneBack = Relationship.toOne("photos", "Photo", inverse: "album")
  private static let manyBack = Relationship.toMany("photos", "Photo", inverse: "album")
  private static let orderedBack = Relationship.toMany("photos", "Photo", inverse: "album", isOrdered: true)

  /// Photos `a` and `b` in the album `x`, `c` in `y`, `d` in none.
  private static let photos: [SampleObject] = [
    SampleObject("Album", "x"), SampleObject("Album", "y"),
    SampleObject("Photo", "a", to: ["album": ["x"]]), SampleObject("Photo", "b", to: ["album": ["x"]]),
    SampleObject("Photo", "c", to: ["album": ["y"]]), SampleObject("Photo", "d"),
  ]
  private static let photoLines = [
    "Album x photos=a,b", "Album y photos=c", "Photo a album=x", "Photo b album=x", "Photo c album=y",
    "Photo d",
  ]
  /// One photo at most in each album.
  private static let pairs = photos.filter { $0.name != "b" }
  private static let pairLines = photoLines.filter { !$0.hasPrefix("Photo b") }.map {
    $0.replacing("a,b", with: "a")
  }
  /// The album `x` with the photos in the order `b`, `a`, and `y` with `c`.
  private static let ordered: [SampleObject] = [
    SampleObject("Album", "x", to: ["photos": ["b", "a"]]),
    SampleObject("Album", "y", to: ["photos": ["c"]]),
    SampleObject("Photo", "a"), SampleObject("Photo", "b"), SampleObject("Photo", "c"),
  ]

  static let relationships: [MigrationExample] = [
    relationships(
      "A to-one relationship becomes many-to-many", photo: [one], album: [manyBack], photo: [many],
      album: [manyBack], photos, photoLines),
    relationships(
      "A many-to-many relationship becomes to-one", photo: [many], album: [manyBack], photo: [one],
      album: [manyBack], photos, photoLines),
    relationships(
      "Several destinations are refused for a to-one relationship", photo: [many], album: [manyBack],
      photo: [one], album: [manyBack], photos + [SampleObject("Photo", "e", to: ["album": ["x", "y"]])], [],
      problems: [MigrationProblem(entity: "Photo", property: "album", .severalDestinations(count: 1))]),
    relationships(
      "A to-one relationship gets a to-many inverse", photo: [.toOne("album", "Album")], album: [],
      photo: [one], album: [manyBack], photos, photoLines),
    relationships(
      "A relationship loses its inverse", photo: [one], album: [manyBack], photo: [.toOne("album", "Album")],
      album: [], photos, photoLines.map { $0.hasPrefix("Album") ? String($0.prefix(7)) : $0 }),
    relationships(
      "A to-one relationship becomes one-to-one", photo: [one], album: [manyBack], photo: [one],
      album: [oneBack], pairs, pairLines),
    relationships(
      "An album with several photos is refused as one-to-one", photo: [one], album: [manyBack], photo: [one],
      album: [oneBack], photos, [],
      problems: [MigrationProblem(entity: "Album", property: "photos", .severalDestinations(count: 1))]),
    relationships(
      "A one-to-one relationship becomes to-many", photo: [one], album: [oneBack], photo: [one],
      album: [manyBack], pairs, pairLines),
    relationships(
      "A relationship turns round", photo: [one], album: [manyBack], photo: [many], album: [oneBack], pairs,
      pairLines),
    relationships(
      "A relationship without an inverse gets a to-one inverse", photo: [.toOne("album", "Album")], album: [],
      photo: [one], album: [oneBack], pairs, pairLines),
    relationships(
      "An ordered to-many relationship becomes an ordered many-to-many one", photo: [one],
      album: [orderedBack], photo: [many], album: [orderedBack], ordered,
      ["Album x photos=b,a", "Album y photos=c", "Photo a album=x", "Photo b album=x", "Photo c album=y"]),
    relationships(
      "An ordered many-to-many relationship becomes an ordered to-many one", photo: [many],
      album: [orderedBack], photo: [one], album: [orderedBack], ordered,
      ["Album x photos=b,a", "Album y photos=c", "Photo a album=x", "Photo b album=x", "Photo c album=y"]),
    relationships(
      "A relationship loses its order", photo: [one], album: [orderedBack], photo: [one], album: [manyBack],
      ordered,
      ["Album x photos=a,b", "Album y photos=c", "Photo a album=x", "Photo b album=x", "Photo c album=y"]),
    relationships(
      "A relationship gets an order, that of the insertion", photo: [one], album: [manyBack], photo: [one],
      album: [orderedBack], photos, photoLines),
    relationships(
      "The inverse of an ordered many-to-many relationship becomes ordered too", photo: [many],
      album: [orderedBack],
      photo: [orderedMany], album: [orderedBack], ordered,
      ["Album x photos=b,a", "Album y photos=c", "Photo a album=x", "Photo b album=x", "Photo c album=y"]),
    relationships(
      "A many-to-many relationship is renamed at both ends", photo: [many], album: [manyBack],
      photo: [.toMany("z", "Album", inverse: "q", renamingIdentifier: "album")],
      album: [.toMany("q", "Photo", inverse: "z", renamingIdentifier: "photos")], photos,
      ["Album x q=a,b", "Album y q=c", "Photo a z=x", "Photo b z=x", "Photo c z=y", "Photo d"]),
    relationships(
      "A relationship is removed", photo: [one], album: [manyBack], photo: [], album: [], photos,
      photoLines.map { String($0.prefix(7)) }),
    relationships(
      "A required relationship is refused if an object has no destination", photo: [one], album: [manyBack],
      photo: [.toOne("album", "Album", inverse: "photos", isOptional: false)], album: [manyBack], photos, [],
      problems: [MigrationProblem(entity: "Photo", property: "album", .missingValue(count: 1))]),
  ]
}
