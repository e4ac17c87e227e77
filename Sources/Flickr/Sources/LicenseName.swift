/// The names of Flickr's licenses (“flickr.photos.licenses.getInfo”, including those of June 2025).
public enum LicenseName {
  /// Names by number.
  private static let names = [
    "all-rights-reserved", "by-nc-sa-2.0", "by-nc-2.0", "by-nc-nd-2.0", "by-2.0", "by-sa-2.0", "by-nd-2.0",
    "no-known-restrictions", "us-government", "cc0", "public-domain", "by-4.0", "by-sa-4.0", "by-nd-4.0",
    "by-nc-4.0", "by-nc-sa-4.0", "by-nc-nd-4.0",
  ]

  /// Returns the license numbers for a number or a name; a name without a version means all versions.
  ///
  /// Returns `nil` for other text.
  public static func numbers(of text: String) -> [Int]? {
    if let number = Int(text) { return names.indices.contains(number) ? [number] : nil }
    let lower = text.lowercased()
    let name = lower.hasPrefix("cc-") ? String(lower.dropFirst(3)) : lower
    let found = names.indices.filter { index in
      names[index] == name || names[index] == name + "-2.0" || names[index] == name + "-4.0"
    }
    return found.isEmpty ? nil : found
  }

  /// Returns the name of a license by its number; `nil` for an unknown one.
  public static func name(of number: Int) -> String? { names.indices.contains(number) ? names[number] : nil }
}
