/// The images of a photo as text, one a line: suffix, width, height (0 if unknown), URL.
public enum RenditionText {
  /// Returns the lines; an image that could not be parsed from its line is omitted.
  public static func write(_ renditions: [Rendition]) -> String {
    var text = ""
    // Runs for each photo of a page, including known ones.
    text.reserveCapacity(renditions.reduce(0) { $0 + $1.url.utf8.count + 16 })
    for image in renditions where fits(image) {
      if !text.isEmpty { text += "\n" }
      text += image.suffix
      text += " "
      text += String(image.width ?? 0)
      text += " "
      text += String(image.height ?? 0)
      text += " "
      text += image.url
    }
    return text
  }

  private static func fits(_ image: Rendition) -> Bool {
    !image.suffix.isEmpty && !image.suffix.utf8.contains { $0 <= UInt8(ascii: " ") } && !image.url.isEmpty
      && !image.url.utf8.contains(UInt8(ascii: "\n"))
  }

  /// Parses the lines; invalid lines are ignored.
  ///
  /// Separators are bytes, as in ``write(_:)``: a character can join one to its neighbor, such as a carriage return
  /// before it or an accent after it. Splitting bytes is also several times as fast.
  public static func read(_ text: String) -> [Rendition] {
    text.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 3).map { Substring($0) }
      guard parts.count == 4 else { return nil }
      return Rendition(
        suffix: String(parts[0]), url: String(parts[3]), width: Int(parts[1]), height: Int(parts[2]))
    }
  }
}
