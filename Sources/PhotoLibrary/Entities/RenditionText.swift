public import Flickr

/// The images of a photo as text, a line each: suffix, width, height (0 where nobody said), address.
public enum RenditionText {
  /// Writes the lines.
  public static func write(_ renditions: [Rendition]) -> String {
    renditions.map { "\($0.suffix) \($0.width ?? 0) \($0.height ?? 0) \($0.url)" }.joined(separator: "\n")
  }

  /// Reads the lines; what is no such line is passed over.
  public static func read(_ text: String) -> [Rendition] {
    text.split(separator: "\n").compactMap { line in
      let parts = line.split(separator: " ", maxSplits: 3)
      guard parts.count == 4 else { return nil }
      return Rendition(
        suffix: String(parts[0]), url: String(parts[3]), width: Int(parts[1]).flatMap { $0 > 0 ? $0 : nil },
        height: Int(parts[2]).flatMap { $0 > 0 ? $0 : nil })
    }
  }
}
