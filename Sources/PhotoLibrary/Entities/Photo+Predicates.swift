public import ObjectGraph

extension Photo {
  /// Returns a predicate for the photos of a photographer.
  public static func taken(by photographer: ManagedObjectID) -> FetchPredicate {
    Photo.photographer == photographer
  }

  /// Returns a predicate for the photos whose titles, descriptions or tags contain a text.
  public static func containing(_ text: String) -> FetchPredicate {
    let options = FetchPredicate.Options.smartCase(text)
    return title.contains(text, options) || subtitle.contains(text, options) || tags.contains(text, options)
  }
}

extension Photographer {
  /// Returns a predicate for the photographers with a name, ignoring case, or with a Flickr ID.
  public static func named(_ name: String) -> FetchPredicate {
    Photographer.name.equals(name, .caseInsensitive) || ownerID == name
  }

  /// Returns a predicate for the photographers with the same name as `photographer`, including itself.
  static func namesakes(of photographer: Photographer) -> FetchPredicate {
    // In the order of the index, which leaves few rows to compare.
    initial == photographer.initial && sortName.isIn(SortText.storedKeys(of: photographer.name))
      && name == photographer.name
  }

  /// Returns a predicate for the photographers whose names contain a text.
  public static func containing(_ text: String) -> FetchPredicate {
    name.contains(text, .smartCase(text))
  }
}

extension FetchPredicate.Options {
  /// Returns the comparison options for a text that the user typed: case and diacritics matter only if it
  /// contains a capital letter.
  static func smartCase(_ text: String) -> FetchPredicate.Options {
    text.contains(where: \.isUppercase) ? [] : [.caseInsensitive, .diacriticInsensitive]
  }
}
