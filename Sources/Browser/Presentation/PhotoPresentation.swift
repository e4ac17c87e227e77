import Foundation
public import PhotoLibrary
import Terminal
import TerminalUI

/// The descriptions of photos in words.
///
/// The functions are pure: they convert values to text.
public enum PhotoPresentation {
  /// A photo as a row: title, description, and at the right the value that the list is sorted by; before the
  /// description the name of the photographer, if it is given.
  static func row(of photo: Photo, order: PhotoOrder, isMarked: Bool, photographer: String?) -> ListRow {
    let subtitle = [photographer, photo.subtitle].compactMap { $0 }.filter { !$0.isEmpty }
    return ListRow(
      title: (isMarked ? "● " : "") + photo.title, subtitle: subtitle.joined(separator: " · "),
      trailing: trailing(photo, order))
  }

  /// A photo as a thumbnail with its title.
  static func tile(of photo: Photo, isMarked: Bool, state: PictureLoader.State) -> GridTile {
    var tile = GridTile(title: photo.title, isMarked: isMarked)
    switch state {
    case .waiting: break
    case .ready(let picture): tile.picture = picture
    case .failed(let note): tile.note = note
    }
    return tile
  }

  /// The name of a photographer, followed by what distinguishes it from namesakes.
  static func name(of photographer: Photographer, distinction: String?) -> String {
    photographer.name + (distinction.map { " (\($0))" } ?? "")
  }

  /// Returns the credit and the license: Flickr's terms require them wherever a photo is shown.
  public static func credit(of photo: Photo) -> String {
    let name = photo.photographer?.name
    return [name.map { "© \($0)" }, photo.license.map(License.name)].compactMap { $0 }.joined(
      separator: " · ")
  }

  /// Returns the readable address of a photo's page: the whole path if it fits into `width` columns, else
  /// Flickr's short form, which leaves room for the credit.
  static func page(of photo: Photo, width: Int) -> String {
    guard let page = photo.pageURL else { return "" }
    let path = page.replacing("https://www.", with: "", maxReplacements: 1)
    guard SafeText.width(of: path) > width, path.hasPrefix("flickr.com/photos/"),
      let id = UInt64(photo.flickrID)
    else { return path }
    return "flic.kr/p/" + shortened(id)
  }

  /// The number of a photo to the base 58, as in Flickr's short addresses
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

  private static func trailing(_ photo: Photo, _ order: PhotoOrder) -> String {
    switch order {
    case .title, .uploaded: photo.uploaded.map(day) ?? ""
    case .taken: photo.taken.map { taken($0, granularity: photo.takenGranularity) } ?? ""
    case .views: photo.views.map { "\($0)" } ?? ""
    }
  }

  /// The day of a date, in UTC.
  static func day(_ date: Date) -> String {
    // By the C library: every row has a day, and a calendar of Foundation's takes long to make.
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

  /// A date taken, as exact as it is known: Flickr's granularities 0, 4, 6 and 8.
  static func taken(_ localTime: String, granularity: Int) -> String {
    switch granularity {
    case 4: String(localTime.prefix(7))
    case 6: String(localTime.prefix(4))
    case 8: "about " + localTime.prefix(4)
    default: String(localTime.prefix(10))
    }
  }

  /// The facts of a photo, a label and a text each; what is not known is left out.
  public static func facts(of photo: Photo) -> [(label: String, text: String)] {
    let facts: [(String, String?)] = [
      ("Title", photo.title),
      ("By", photo.photographer.map { name(of: $0, distinction: $0.distinction) }),
      ("License", photo.license.map(License.name)),
      ("Taken", photo.taken.map { taken($0, granularity: photo.takenGranularity) }),
      ("Uploaded", photo.uploaded.map(day)),
      ("Views", photo.views.map(String.init)),
      ("Place", place(photo.latitude, photo.longitude)),
      ("Tags", photo.tags),
      ("Size", photo.largestSize.map { "\($0.width) × \($0.height)" }),
      ("Page", photo.pageURL),
      ("About", photo.subtitle),
    ]
    return facts.compactMap { label, text in
      guard let text, !text.isEmpty else { return nil }
      return (label, text)
    }
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
