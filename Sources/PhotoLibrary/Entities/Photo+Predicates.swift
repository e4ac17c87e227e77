public import ObjectGraph

extension Photo {
  /// Returns a predicate for the photos of a photographer.
  public static func taken(by photographer: ManagedObjectID) -> FetchPredicate {
    .comparison(.init("photographer", .equal, .value(.reference(photographer))))
  }

  /// Returns a predicate for the photos of photographers with a name, ignoring case, or with a Flickr ID.
  public static func by(named name: String) -> FetchPredicate {
    .comparison(.init("photographer.name", .equal, .value(.string(name)), options: .caseInsensitive))
      || .comparison(.init("photographer.ownerID", .equal, .value(.string(name))))
  }

  /// Returns a predicate for the photos whose titles, descriptions or tags contain a text.
  public static func containing(_ text: String) -> FetchPredicate {
    .or(
      ["title", "subtitle", "tags"].map { name in
        .comparison(.init(name, .contains, .value(.string(text)), options: .smartCase(text)))
      })
  }
}

extension Photographer {
  /// Returns a predicate for the photographers with a name, ignoring case, or with a Flickr ID.
  public static func named(_ name: String) -> FetchPredicate {
    .comparison(.init("name", .equal, .value(.string(name)), options: .caseInsensitive))
      || .comparison(.init("ownerID", .equal, .value(.string(name))))
  }

  /// Returns a predicate for the photographers with the same name as `photographer`, including itself.
  static func namesakes(of photographer: Photographer) -> FetchPredicate {
    // In the order of the index, which leaves few rows to compare.
    let values = [
      ("initial", photographer.initial), ("sortName", photographer.sortName), ("name", photographer.name),
    ]
    return .and(values.map { .comparison(.init($0, .equal, .value(.string($1)))) })
  }

  /// Returns a predicate for the photographers whose names contain a text.
  public static func containing(_ text: String) -> FetchPredicate {
    .comparison(.init("name", .contains, .value(.string(text)), options: .smartCase(text)))
  }
}

extension FetchPredicate.Options {
  /// Returns the comparison options for a text that the user typed: case and diacritics matter only if it
  /// contains a capital letter.
  static func smartCase(_ text: String) -> FetchPredicate.Options {
    text.contains(where: \.isUppercase) ? [] : [.caseInsensitive, .diacriticInsensitive]
  }
}
