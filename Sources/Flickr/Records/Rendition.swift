internal import Foundation

/// An image of a photo in one size.
public struct Rendition: Hashable, Sendable, Codable {
  /// The size, as the suffix of its key in responses: `sq t s q m n z c l h k o`.
  ///
  /// These differ from the suffixes in URLs: `url_s` ends in `_m.jpg`, `url_m` has none, `url_l` ends in
  /// `_b.jpg`.
  public var suffix: String
  /// The URL of the image.
  public var url: String
  /// The width in pixels, if known.
  public private(set) var width: Int?
  /// The height in pixels, if known.
  public private(set) var height: Int?

  /// The valid widths and heights in pixels; other numbers are ignored.
  public static let sides = 1...1_000_000

  /// Creates a rendition; a width or height outside ``sides`` counts as unknown.
  public init(suffix: String, url: String, width: Int? = nil, height: Int? = nil) {
    self.suffix = suffix
    self.url = url
    self.width = Self.side(width)
    self.height = Self.side(height)
  }

  /// Returns a width or a height, or `nil` if it is outside ``sides``.
  public static func side(_ number: Int?) -> Int? { number.flatMap { sides.contains($0) ? $0 : nil } }
}

extension Rendition {
  /// Decodes a rendition from a stored record; numbers are validated as those of a response.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      suffix: try container.decode(String.self, forKey: .suffix),
      url: try container.decode(String.self, forKey: .url),
      width: try container.decodeIfPresent(Int.self, forKey: .width),
      height: try container.decodeIfPresent(Int.self, forKey: .height))
  }
}
