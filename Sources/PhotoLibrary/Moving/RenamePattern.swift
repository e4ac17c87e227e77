/// A pattern of the names of files, in which `%` and a letter stand for something of a photo.
///
/// The letters of the date taken are those of strftime(3). The extension of a file is no part of the pattern.
public struct RenamePattern: Hashable, Sendable {
  /// A part of a pattern.
  enum Part: Hashable, Sendable {
    case text(String)
    /// `%f`: the former name.
    case formerName
    /// `%t`: the title.
    case title
    /// `%c`: the camera.
    case camera
    /// `%i`: the ID.
    case id
    /// `%n`, `%4n`: the number among the photos that are renamed, with at least that many digits.
    case number(digits: Int)
    /// `%Y %m %d %H %M %S`: a part of the date taken, by its position in `YYYY-MM-DD HH:MM:SS`.
    case taken(Range<Int>)
  }

  /// The reason why a text is no pattern.
  public enum Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no pattern.
    case empty
    /// A percent sign stands before a text without a meaning.
    case noField(String)
    /// The pattern names a folder.
    case path
    /// The pattern begins with a dot.
    case hidden

    /// The reason in one sentence.
    public var description: String {
      switch self {
      case .empty: "Type a pattern, such as %Y-%m-%d-%n-%t"
      case .noField(let field):
        """
        \(field) has no meaning: write %f (former name), %t (title), %n or %3n (number), %Y %m %d %H %M %S (date taken), \
        %c (camera), %i (ID), or %% for a percent sign
        """
      case .path: "A pattern is a name and has no slash: :move moves files to other folders"
      case .hidden: "A name that begins with a dot hides a file"
      }
    }
  }

  let parts: [Part]

  /// The fields and their meanings.
  public static let help =
    "%f former name, %t title, %n or %3n number, %Y %m %d %H %M %S date taken, %c camera, %i ID"

  private static let fields: [Character: Part] = [
    "f": .formerName, "t": .title, "c": .camera, "i": .id, "Y": .taken(0..<4), "m": .taken(5..<7),
    "d": .taken(8..<10), "H": .taken(11..<13), "M": .taken(14..<16), "S": .taken(17..<19),
  ]

  /// Parses a pattern.
  ///
  /// - Throws: A ``Failure``.
  public init(_ text: String) throws(Failure) {
    guard text.contains(where: { !$0.isWhitespace }) else { throw .empty }
    guard text.unicodeScalars.first != "." else { throw .hidden }
    guard !text.unicodeScalars.contains("/") else { throw .path }
    var parts: [Part] = []
    var rest = text[...]
    while let character = rest.popFirst() {
      guard character == "%" else {
        parts.append(.text(String(character)))
        continue
      }
      let digits = String(rest.prefix { $0.isASCII && $0.isNumber })
      rest = rest.dropFirst(digits.count)
      let letter = rest.popFirst()
      if letter == "n", digits.count <= 1 {
        parts.append(.number(digits: Int(digits) ?? 1))
      } else if letter == "%", digits.isEmpty {
        parts.append(.text("%"))
      } else if let letter, digits.isEmpty, let field = Self.fields[letter] {
        parts.append(field)
      } else {
        throw .noField("%" + digits + (letter.map(String.init) ?? ""))
      }
    }
    self.parts = parts
  }
}

extension RenamePattern {
  /// The values of a photo that a pattern can name.
  struct Values: Sendable {
    let formerName: String
    let title: String
    let id: String
    var camera: String?
    /// The date taken as `YYYY-MM-DD HH:MM:SS`.
    var taken: String?

    @MainActor init(_ photo: Photo, formerName: String) {
      (self.formerName, title, id) = (formerName, photo.title, photo.flickrID)
      (camera, taken) = (photo.shot?.camera, photo.taken)
    }

    init(formerName: String, title: String, id: String, camera: String? = nil, taken: String? = nil) {
      (self.formerName, self.title, self.id) = (formerName, title, id)
      (self.camera, self.taken) = (camera, taken)
    }
  }

  /// Returns the name of a file without its extension.
  ///
  /// - Parameters:
  ///   - values: The values of its photo.
  ///   - number: The number of the photo, from 1 on.
  ///   - count: The number of all photos, whose numbers have the same number of digits.
  /// - Throws: A ``MoveObstacle`` if the photo does not have what the pattern names, or no name is left.
  func name(of values: Values, number: Int, of count: Int) throws(MoveObstacle) -> String {
    var name = ""
    for part in parts {
      switch part {
      case .text(let text): name += text
      case .formerName: name += values.formerName
      case .title: name += Self.safe(values.title)
      case .id: name += Self.safe(values.id)
      case .camera:
        guard let camera = values.camera, !camera.isEmpty else {
          throw .unknown(title: values.title, what: "camera")
        }
        name += Self.safe(camera)
      case .number(let digits):
        let text = String(number)
        name += String(repeating: "0", count: max(0, max(digits, "\(count)".count) - text.count)) + text
      case .taken(let range):
        let characters = Array(values.taken ?? "")
        guard characters.count >= range.upperBound, characters[range].allSatisfy(\.isNumber) else {
          throw .unknown(title: values.title, what: "date taken")
        }
        name += Self.safe(String(characters[range]))
      }
    }
    // Dots at the beginning hide a file.
    let stem = Self.cut(name.drop { $0 == "." || $0.isWhitespace }.trimmedEnd)
    guard !stem.isEmpty else { throw .noName(title: values.title) }
    return stem
  }

  /// The highest number of bytes in a name: those of an extension, a number and that of a sidecar follow.
  private static let longestName = 200

  /// Returns the beginning of a text that is short enough for the names of all file systems.
  private static func cut(_ text: Substring) -> String {
    var rest = longestName
    return String(
      text.prefix { character in
        rest -= character.utf8.count
        return rest >= 0
      })
  }

  /// Returns a text with hyphens for what the names of files cannot have on Linux, or on the cards of cameras (exFAT).
  private static func safe(_ text: String) -> String {
    var safe = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let properties = scalar.properties
      let isControl = [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
      let isUnsafe = isControl || properties.isBidiControl || unsafe.contains(scalar)
      safe.append(isUnsafe ? "-" : scalar)
    }
    return String(safe)
  }

  private static let unsafe = Set<Unicode.Scalar>("/\\:*?\"<>|".unicodeScalars)
}

extension Substring {
  /// The text without the blanks at its end.
  fileprivate var trimmedEnd: Substring {
    guard let last = lastIndex(where: { !$0.isWhitespace }) else { return self[startIndex..<startIndex] }
    return self[...last]
  }
}
