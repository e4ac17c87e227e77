import Flickr
import Foundation
public import ObjectGraph

extension Photo {
  /// Returns a predicate for the photos of a photographer.
  public static func taken(by photographer: ManagedObjectID) -> FetchPredicate {
    Photo.photographer == photographer
  }

  /// Returns a predicate for the photos whose titles, descriptions or tags contain a text.
  public static func containing(_ text: String) -> FetchPredicate {
    title.contains(typed: text) || subtitle.contains(typed: text) || tags.contains(typed: text)
  }
}

/// The conditions of facets; see ``PhotoFacet``.
extension Photo {
  /// Returns a predicate for the photos with a tag, whatever its case and its normal form; see ``TagList/key(_:)``.
  static func tagged(_ tag: String) -> FetchPredicate {
    let forms = TextForms.of(tag)
    guard forms.count > 1 else { return taggedExactly(tag) }
    // The full-text index knows texts without accents, and finds few rows to compare with all forms.
    return tags.contains(tag, [.caseInsensitive, .diacriticInsensitive])
      && FetchPredicate.or(forms.map(taggedExactly))
  }

  /// Returns a predicate for the photos with a tag of this form, whatever its case.
  private static func taggedExactly(_ tag: String) -> FetchPredicate {
    let options = FetchPredicate.Options.caseInsensitive
    // The full-text index finds the text; the tag must be one of those that blanks separate.
    return tags.contains(tag, options)
      && (tags.equals(tag, options) || tags.begins(with: tag + " ", options)
        || tags.ends(with: " " + tag, options)
        || tags.contains(" " + tag + " ", options))
  }

  /// Returns a predicate for the photos that were taken between two dates, which are texts of years, months or days.
  ///
  /// A photo of which the year or the month alone is known has the date of its beginning. It matches if it was taken before
  /// the later date whatever its day was: a photo of 1974 is not one of January 1974.
  static func taken(in range: ValueRange<String>) -> FetchPredicate {
    // A date is followed by a blank or a hyphen, which a tilde comes after.
    var parts: [FetchPredicate] = []
    if let lower = range.lower {
      parts.append(lower.isExcluded ? taken > lower.value + "~" : taken >= lower.value)
    }
    if let upper = range.upper {
      parts.append(upper.isExcluded ? taken < upper.value : taken <= upper.value + "~")
      parts += precisions(for: upper.value)
    }
    return .and(parts)
  }

  /// Returns the conditions that leave out photos of which only a longer time is known that contains a date.
  private static func precisions(for date: String) -> [FetchPredicate] {
    var parts: [FetchPredicate] = []
    if date.count > 4 { parts.append(takenGranularity <= TakenDate.month || taken < String(date.prefix(4))) }
    if date.count > 7 { parts.append(takenGranularity == TakenDate.exact || taken < String(date.prefix(7))) }
    return parts
  }

  /// Returns a predicate for the photos with a number in a range.
  static func has<Value: Comparable & AttributeConvertible>(
    _ property: Property<Photo, Value?>, in range: ValueRange<Value>
  ) -> FetchPredicate {
    var parts: [FetchPredicate] = []
    if let lower = range.lower {
      parts.append(lower.isExcluded ? property > lower.value : property >= lower.value)
    }
    if let upper = range.upper {
      parts.append(upper.isExcluded ? property < upper.value : property <= upper.value)
    }
    return .and(parts)
  }

  /// Returns a predicate for the photos with a property.
  static func has(_ property: PhotoProperty) -> FetchPredicate {
    switch property {
    case .place: latitude != nil && longitude != nil
    case .tags: tags != nil && tags != ""
    case .description: subtitle != ""
    case .date: taken != nil
    case .month: taken != nil && takenGranularity <= TakenDate.month
    case .day: taken != nil && takenGranularity == TakenDate.exact
    case .license: license != nil
    case .album: albumEntries.count > 0
    case .folder: files.any.missingSince == nil
    case .camera: shot.camera != nil
    case .picture: pictureGoneSince == nil
    }
  }

  /// Returns a predicate for the photos that are something.
  static func isOf(_ nature: PhotoNature) -> FetchPredicate {
    switch nature {
    case .bw: look.hue == 0
    case .dup: look.stack != nil
    case .copy: files.filter { $0.missingSince == nil }.count > 1
    }
  }

  /// Returns a predicate for the photos in a square around a place.
  static func near(latitude center: Double, longitude: Double, kilometers: Double) -> FetchPredicate {
    // A degree of latitude is 111.2 km long; one of longitude is shorter by the cosine of the latitude.
    let height = kilometers / 111.2
    let width = min(180, height / max(0.01, cos(center * .pi / 180)))
    let isInHeight = latitude >= center - height && latitude <= center + height
    let (west, east) = (longitude - width, longitude + width)
    if width >= 180 { return isInHeight && Photo.longitude != nil }
    if west < -180 { return isInHeight && (Photo.longitude >= west + 360 || Photo.longitude <= east) }
    if east > 180 { return isInHeight && (Photo.longitude >= west || Photo.longitude <= east - 360) }
    return isInHeight && Photo.longitude >= west && Photo.longitude <= east
  }
}

extension Photographer {
  /// Returns a predicate for the photographers with a name, ignoring case, or with a Flickr ID.
  public static func named(_ name: String) -> FetchPredicate {
    Photographer.name.equals(name, .caseInsensitive) || ownerID == name
  }

  /// Returns a predicate for the photographers whose names contain a text.
  public static func containing(_ text: String) -> FetchPredicate {
    name.contains(typed: text)
  }
}

extension Property where Value: TextAttribute {
  /// Returns a predicate for texts that contain one that the user typed, in any form; see
  /// ``FetchPredicate/Options/smartCase(_:)``.
  func contains(typed text: String) -> FetchPredicate {
    let options = FetchPredicate.Options.smartCase(text)
    // Texts that are compared without accents have one form.
    let forms = options.isEmpty ? TextForms.of(text) : [text]
    return forms.count == 1 ? contains(text, options) : .or(forms.map { contains($0) })
  }
}

extension FetchPredicate.Options {
  /// Returns the comparison options for a text that the user typed: case and diacritics matter only if it
  /// contains a capital letter.
  static func smartCase(_ text: String) -> FetchPredicate.Options {
    text.contains(where: \.isUppercase) ? [] : [.caseInsensitive, .diacriticInsensitive]
  }
}
