public import ObjectGraph

extension Photo {
  /// The photos of a photographer.
  public static func taken(by photographer: ManagedObjectID) -> FetchPredicate {
    .comparison(.init("photographer", .equal, .value(.reference(photographer))))
  }

  /// The photos of photographers of a name, in capitals or not, or with an id of Flickr's.
  public static func by(named name: String) -> FetchPredicate {
    .comparison(.init("photographer.name", .equal, .value(.string(name)), options: .caseInsensitive))
      || .comparison(.init("photographer.ownerID", .equal, .value(.string(name))))
  }

  /// The photos whose titles, descriptions or tags contain a text.
  public static func containing(_ text: String) -> FetchPredicate {
    .or(
      ["title", "subtitle", "tags"].map { name in
        .comparison(.init(name, .contains, .value(.string(text)), options: .smartCase(text)))
      })
  }
}

extension Photographer {
  /// The photographers with a name, in capitals or not, or with an ID of Flickr's.
  public static func named(_ name: String) -> FetchPredicate {
    .comparison(.init("name", .equal, .value(.string(name)), options: .caseInsensitive))
      || .comparison(.init("ownerID", .equal, .value(.string(name))))
  }

  /// The photographers with the same name as `photographer`, among them itself.
  static func namesakes(of photographer: Photographer) -> FetchPredicate {
    // In the order of the index, which leaves few rows to compare.
    let values = [
      ("initial", photographer.initial), ("sortName", photographer.sortName), ("name", photographer.name),
    ]
    return .and(values.map { .comparison(.init($0, .equal, .value(.string($1)))) })
  }

  /// The photographers whose names contain a text.
  public static func containing(_ text: String) -> FetchPredicate {
    .comparison(.init("name", .contains, .value(.string(text)), options: .smartCase(text)))
  }
}

extension FetchPredicate.Options {
  /// How a text that somebody typed is searched for: capitals and accents matter only where there is a capital in
  /// it.
  static func smartCase(_ text: String) -> FetchPredicate.Options {
    text.contains(where: \.isUppercase) ? [] : [.caseInsensitive, .diacriticInsensitive]
  }
}
