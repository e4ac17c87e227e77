/// The images of a photo as text: the address that they share, and then one image a line.
///
///     65535/3c719b583c
///     sq
///     s 240 160
///     k 2048 1365 37ea115c98_k.jpg
///     w 400 267 https://example.org/400.jpg
///
/// The first line has the folder and the secret of ``ImageAddress``; it is missing if no image has such an address. Each
/// other line has the suffix, the width and the height in pixels, 0 if unknown, and the rest of the address if it does
/// not follow from the suffix: the name after the photo's ID, or a whole URL. The sizes of square images are known.
public enum RenditionText {
  private static let blank = UInt8(ascii: " ")
  private static let slash = UInt8(ascii: "/")
  private static let newline = UInt8(ascii: "\n")

  /// Returns the sides of a square image in pixels (https://www.flickr.com/services/api/misc.urls.html).
  private static func side(ofSquare suffix: String) -> Int? {
    switch suffix {
    case "sq": 75
    case "q": 150
    default: nil
    }
  }

  /// Returns the text for the images of the photo with an ID; an image that could not be parsed from its line is
  /// omitted.
  public static func write(_ renditions: [Rendition], photo id: String) -> String {
    let address = renditions.lazy.compactMap { ImageAddress($0, photo: id) }.first
    return address.flatMap { lines(of: renditions, $0) } ?? lines(of: renditions, nil) ?? ""
  }

  /// Returns the lines; `nil` if a URL without a slash would be read as a name at the address.
  ///
  /// As bytes, because this runs for each photo of a page, including known ones.
  private static func lines(of renditions: [Rendition], _ address: ImageAddress?) -> String? {
    var text: [UInt8] = []
    text.reserveCapacity(32 + renditions.count * (address == nil ? 96 : 16))
    if let address { text += (address.folder + "/" + address.secret).utf8 }
    for image in renditions {
      let rest = address.map { $0.rest(of: image) } ?? image.url
      guard fits(image, rest) else { continue }
      if address != nil, rest == image.url, !rest.utf8.contains(slash) { return nil }
      if !text.isEmpty { text.append(newline) }
      text += image.suffix.utf8
      if rest.isEmpty, let side = side(ofSquare: image.suffix), image.width == side, image.height == side {
        continue
      }
      text.append(blank)
      append(image.width ?? 0, to: &text)
      text.append(blank)
      append(image.height ?? 0, to: &text)
      guard !rest.isEmpty else { continue }
      text.append(blank)
      text += rest.utf8
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Appends the digits of a number that is not negative.
  private static func append(_ number: Int, to text: inout [UInt8]) {
    if number >= 10 { append(number / 10, to: &text) }
    text.append(UInt8(ascii: "0") + UInt8(number % 10))
  }

  private static func fits(_ image: Rendition, _ rest: String) -> Bool {
    !image.suffix.isEmpty && !image.suffix.utf8.contains { $0 <= blank } && !image.url.isEmpty
      && !rest.utf8.contains(newline)
  }

  /// Parses the text for the photo with an ID; invalid lines are ignored.
  ///
  /// Lines with whole URLs are also valid without an address before them, as in libraries of earlier versions.
  ///
  /// Separators are bytes, as in ``write(_:photo:)``: a character can join one to its neighbor, such as a carriage
  /// return before it or an accent after it. Splitting bytes is also several times as fast.
  public static func read(_ text: String, photo id: String) -> [Rendition] {
    let (place, lines) = split(text)
    let address = place.map { ImageAddress($0, photo: id) }
    return lines.compactMap { rendition($0, at: address) }
  }

  /// Parses the image with the first of some suffixes that there is; `nil` if there is none of them.
  ///
  /// - Complexity: O(*n* · *m*) in the number of lines and of suffixes; makes the texts of one image only.
  public static func read(_ text: String, photo id: String, firstOf suffixes: [String]) -> Rendition? {
    let (place, lines) = split(text)
    let address = place.map { ImageAddress($0, photo: id) }
    for suffix in suffixes {
      for line in lines where line.starts(with: suffix.utf8) {
        if let image = rendition(line, at: address), image.suffix == suffix { return image }
      }
    }
    return nil
  }

  /// Returns the width and the height of the image with the most pixels, the first of several; `nil` if there is no image of
  /// which both are known.
  ///
  /// The images are those of ``read(_:photo:)``; their texts are not made.
  public static func largestSize(in text: String) -> (width: Int, height: Int)? {
    let (place, lines) = split(text)
    let sizes = lines.compactMap { bytes -> (width: Int, height: Int)? in
      guard let line = Line(bytes, hasAddress: place != nil), let width = line.width,
        let height = line.height
      else { return nil }
      return (width, height)
    }
    return sizes.max { $0.width * $0.height < $1.width * $1.height }
  }

  /// The folder and the secret of an address.
  fileprivate typealias Place = (folder: Substring.UTF8View, secret: Substring.UTF8View)

  /// Returns the address in the first line, if there is one, and the lines of the images.
  private static func split(_ text: String) -> (place: Place?, lines: ArraySlice<Substring.UTF8View>) {
    let lines = text.utf8.split(separator: newline)[...]
    guard let first = lines.first, !first.contains(blank), let end = first.lastIndex(of: slash) else {
      return (nil, lines)
    }
    let place: Place = (folder: first[..<end], secret: first[first.index(after: end)...])
    return (place, lines.dropFirst())
  }

  /// The parts of the line of an image.
  private struct Line {
    let suffix: Substring.UTF8View
    let width: Int?
    let height: Int?
    /// The rest of the address, or all of it.
    let rest: Substring.UTF8View

    /// Parses a line; `nil` if it is no image.
    init?(_ line: Substring.UTF8View, hasAddress: Bool) {
      let parts: [Substring.UTF8View] = line.split(separator: blank, maxSplits: 3)
      guard let first = parts.first, parts.count != 2 else { return nil }
      suffix = first
      rest = parts.count == 4 ? parts[3] : line[line.endIndex...]
      guard hasAddress || !rest.isEmpty else { return nil }
      if parts.count > 1 {
        width = Rendition.side(Int(Substring(parts[1])))
        height = Rendition.side(Int(Substring(parts[2])))
      } else {
        guard let square = side(ofSquare: String(Substring(first))) else { return nil }
        (width, height) = (square, square)
      }
    }
  }

  private static func rendition(_ bytes: Substring.UTF8View, at address: ImageAddress?) -> Rendition? {
    guard let line = Line(bytes, hasAddress: address != nil) else { return nil }
    let (suffix, rest) = (String(Substring(line.suffix)), String(Substring(line.rest)))
    let url = line.rest.contains(slash) ? rest : address?.url(suffix, rest: rest) ?? rest
    return Rendition(suffix: suffix, url: url, width: line.width, height: line.height)
  }
}

extension ImageAddress {
  fileprivate init(_ place: RenditionText.Place, photo id: String) {
    self.init(
      folder: String(Substring(place.folder)), photo: id, secret: String(Substring(place.secret)))
  }
}
