public import PhotoLibrary

/// The marks of photos, and what differs between photos.
extension PhotoPresentation {
  /// Returns the title with the marks before it: `✓★★★ [red] Heron`.
  public static func markedTitle(of photo: Photo) -> String {
    let marks = photo.marks
    return marks.isEmpty ? photo.title : (signs(of: marks) + [photo.title]).joined(separator: " ")
  }

  /// Returns marks as signs, none of which is empty: `✓★★★` and `[red]`.
  private static func signs(of marks: PhotoMarks) -> [String] {
    [ratingSigns(of: marks), labelSign(of: marks)].filter { !$0.isEmpty }
  }

  /// Returns the flag and the stars as signs: `✓★★★`, `✗`; empty without them.
  public static func ratingSigns(of marks: PhotoMarks) -> String {
    let flag =
      switch marks.flag {
      case .pick: "✓"
      case .reject: "✗"
      case .none: ""
      }
    return flag + String(repeating: "★", count: marks.stars)
  }

  /// Returns the color label as a sign: `[red]`; empty without one.
  public static func labelSign(of marks: PhotoMarks) -> String {
    marks.label == .none ? "" : "[\(marks.label.name)]"
  }

  /// Returns marks in words: `picked, 3 stars, red`.
  static func words(for marks: PhotoMarks) -> String {
    let flag: String? =
      switch marks.flag {
      case .pick: "picked"
      case .reject: "rejected"
      case .none: nil
      }
    return [
      flag, marks.stars > 0 ? Words.count(marks.stars, "star") : nil,
      marks.label == .none ? nil : marks.label.name,
    ].compactMap { $0 }.joined(separator: ", ")
  }

  /// Returns for each photo the facts that are not the same for all of them: `1/250 s · f/8 · ISO 200`.
  public static func differences(among photos: [Photo]) -> [String] {
    let facts = photos.map(comparedFacts)
    guard let first = facts.first else { return [] }
    let differing = first.indices.filter { index in facts.contains { $0[index] != first[index] } }
    return facts.map { facts in differing.map { facts[$0] }.filter { !$0.isEmpty }.joined(separator: " · ") }
  }

  /// The facts by which photos are compared, in the same order for each; empty where one is not known.
  private static func comparedFacts(of photo: Photo) -> [String] {
    let shot = photo.shot
    return [
      shot?.exposure.map { "\($0) s" } ?? "", shot?.aperture.map { "f/\(number($0))" } ?? "",
      shot?.iso.map { "ISO \($0)" } ?? "", shot?.focalLength.map { "\(number($0)) mm" } ?? "",
      shot?.lens ?? "", shot?.camera ?? "", photo.taken.map { String($0.dropFirst(11)) } ?? "",
      photo.largestSize.map { "\($0.width) × \($0.height)" } ?? "",
    ]
  }
}
