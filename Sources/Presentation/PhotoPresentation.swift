import Foundation
public import PhotoLibrary

/// The descriptions of photos in words.
///
/// The functions are pure: they convert values to text.
public enum PhotoPresentation {
  /// Returns the name of a photographer, followed by the label that distinguishes it from namesakes.
  public static func name(of photographer: Photographer, distinction: String?) -> String {
    photographer.name + (distinction.map { " (\($0))" } ?? "")
  }

  /// Returns the credit and the license: Flickr's terms require them wherever a photo is shown.
  public static func credit(of photo: Photo) -> String {
    let name = photo.photographer.flatMap { $0.isFolder ? nil : $0.name }
    return [name.map { "© \($0)" }, photo.license.map(License.name)].compactMap { $0 }.joined(
      separator: " · ")
  }

  /// Returns the lines that must stand by a photo wherever it is used: title, photographer, license and page.
  public static func credits(of photo: Photo) -> [String] {
    let lines = [
      photo.title, photo.photographer.flatMap { $0.isFolder ? nil : "© \($0.name)" },
      photo.license.map(License.name), photo.pageURL,
    ]
    return lines.compactMap { $0.map(withoutControls) }.filter { !$0.isEmpty }
  }

  /// Returns a text in one line, without characters that control a terminal.
  private static func withoutControls(_ text: String) -> String {
    String(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : Character($0) })
  }

  /// Returns the readable address of a photo's page: the whole path if it fits, else Flickr's short form,
  /// which leaves room for the credit.
  ///
  /// - Parameters:
  ///   - photo: The photo; without a page, the address is empty.
  ///   - fits: Returns whether there is room for a text.
  public static func page(of photo: Photo, fits: (String) -> Bool) -> String {
    if let path = photo.filePath { return path }
    guard let page = photo.pageURL else { return "" }
    let path = page.replacing("https://www.", with: "", maxReplacements: 1)
    guard path.hasPrefix("flickr.com/photos/"), let id = UInt64(photo.flickrID), !fits(path) else {
      return path
    }
    return "flic.kr/p/" + shortened(id)
  }

  /// Returns the ID of a photo to the base 58, as in Flickr's short addresses
  /// (https://www.flickr.com/groups/api/discuss/72157616713786392/).
  static func shortened(_ id: UInt64) -> String {
    let digits = Array("123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ")
    var (text, rest) = ("", id)
    repeat {
      text = String(digits[Int(rest % 58)]) + text
      rest /= 58
    } while rest > 0
    return text
  }

  /// Returns the value by which a list is sorted, for a row of that list; in lists by title, the upload date, or else the date taken.
  public static func sortValue(of photo: Photo, order: PhotoOrder) -> String {
    switch order {
    case .title, .added: photo.uploaded.map(day) ?? dayTaken(photo)
    case .uploaded: photo.uploaded.map(day) ?? ""
    case .taken: dayTaken(photo)
    case .views: photo.views.map { "\($0)" } ?? ""
    }
  }

  private static func dayTaken(_ photo: Photo) -> String {
    photo.taken.map { taken($0, granularity: photo.takenGranularity) } ?? ""
  }

  /// Returns the day of a date, in UTC.
  static func day(_ date: Date) -> String {
    // With the C library: every row has a day, and making a calendar of Foundation takes long.
    var parts = tm()
    guard var seconds = time_t(exactly: date.timeIntervalSince1970.rounded(.down)),
      gmtime_r(&seconds, &parts) != nil
    else { return "" }
    let fields = [(Int(parts.tm_year) + 1900, 4), (Int(parts.tm_mon) + 1, 2), (Int(parts.tm_mday), 2)]
    return fields.map { number, width in
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }.joined(separator: "-")
  }

  /// Returns a date taken with its known precision: Flickr's granularities 0, 4, 6 and 8.
  static func taken(_ localTime: String, granularity: Int) -> String {
    switch granularity {
    case 4: String(localTime.prefix(7))
    case 6: String(localTime.prefix(4))
    case 8: "about " + localTime.prefix(4)
    default: String(localTime.prefix(10))
    }
  }

  /// Returns the known facts of a photo, each with a label.
  ///
  /// - Parameters:
  ///   - photo: The photo.
  ///   - distinction: Returns the label that distinguishes a photographer from namesakes.
  ///   - town: Returns where a photo was taken by the nearest town; `nil` if that is not known.
  public static func facts(
    of photo: Photo, distinction: (Photographer) -> String? = { $0.distinction },
    town: (Photo) -> String? = { _ in nil }
  ) -> [(label: String, text: String)] {
    let replaced = Dictionary(replacedTexts(of: photo).map { ($0.name, $0.text) }) { first, _ in first }
    let facts: [(String, String?)] = [
      ("Title", photo.title),
      ("Received", replaced["title"]),
      (
        photo.photographer?.isFolder == true ? "Folder" : "By",
        photo.photographer.map { name(of: $0, distinction: distinction($0)) }
      ),
      ("Marks", words(for: photo.marks)),
      ("License", photo.license.map(License.name)),
      ("Taken", photo.taken.map { taken($0, granularity: photo.takenGranularity) }),
      ("Uploaded", photo.uploaded.map(day)),
      ("Views", photo.views.map(String.init)),
      ("Where", town(photo)),
      ("Place", place(photo.latitude, photo.longitude)),
      ("Camera", photo.shot?.camera),
      ("Lens", photo.shot?.lens),
      ("Shot at", photo.shot.map(settings)),
      ("Tags", photo.tags),
      ("Received", replaced["tags"]),
      ("Size", photo.largestSize.map { "\($0.width) × \($0.height)" }),
      photo.isOwn ? ("File", photo.filePath) : ("Page", photo.pageURL),
    ]
    let copies = photo.copyPaths.map { ("Copy", Optional($0)) }
    let texts = [("About", photo.subtitle), ("Received", replaced["description"])]
    return (facts + copies + texts).compactMap { label, text in
      guard let text, !text.isEmpty else { return nil }
      return (label, text)
    }
  }

  /// Returns the settings of a camera, as in `1/250 s · f/2.8 · ISO 400 · 50 mm`.
  static func settings(of shot: Shot) -> String {
    let parts = [
      shot.exposure.map { "\($0) s" }, shot.aperture.map { "f/\(number($0))" }, shot.iso.map { "ISO \($0)" },
      shot.focalLength.map { "\(number($0)) mm" },
    ]
    return parts.compactMap { $0 }.joined(separator: " · ")
  }

  /// Returns a number with at most one decimal.
  static func number(_ value: Double) -> String {
    let tenths = (value * 10).rounded() / 10
    return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
  }

  private static func place(_ latitude: Double?, _ longitude: Double?) -> String? {
    guard let latitude, let longitude else { return nil }
    func degrees(_ value: Double, _ positive: String, _ negative: String) -> String {
      let rounded = (abs(value) * 10_000).rounded() / 10_000
      return "\(rounded)° \(value < 0 ? negative : positive)"
    }
    return degrees(latitude, "N", "S") + ", " + degrees(longitude, "E", "W")
  }
}
