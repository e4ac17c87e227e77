import Flickr
import Foundation

/// The file of a photo in an account download, `photo_ID.json`.
///
/// `albums` and `people` are empty in it even if the photo has some
/// (https://github.com/simulot/immich-go/pull/1355, “Known export quirks”).
enum AccountPhoto {
  /// Returns whether a name is that of such a file.
  static func isOne(_ name: String) -> Bool {
    guard name.hasPrefix("photo_"), name.hasSuffix(".json") else { return false }
    return DownloadText.flickrID(String(name.dropFirst(6).prefix { $0 != "_" && $0 != "." })) != nil
  }

  /// Returns the record of a photo without its owner; `nil` if the document is not that of a photo.
  static func record(_ json: LooseJSON) -> PhotoRecord? {
    guard let id = DownloadText.flickrID(json["id"].text) else { return nil }
    var record = PhotoRecord(id: id)
    // Texts are escaped for HTML, those that are plain at Flickr as well.
    record.title = json["name"].text.map(EscapedText.decoded)
    record.description = json["description"].text.map(EscapedText.decoded)
    record.pathAlias = address(json).flatMap { $0.contains("@") ? nil : $0 }
    // Both have no time zone; that of the camera is not known to Flickr either.
    record.taken = DownloadText.localTime(json["date_taken"].text).map { TakenDate(localTime: $0) }
    record.uploaded = DownloadText.date(json["date_imported"].text)
    record.tags = tags(json["tags"])
    record.views = json["count_views"].number.flatMap { Int(exactly: $0) }.flatMap { $0 >= 0 ? $0 : nil }
    record.license = DownloadText.license(json["license"].text)
    let geo = json["geo"].list.first ?? json["geo"]
    if let place = DownloadText.place(latitude: geo["latitude"].number, longitude: geo["longitude"].number) {
      (record.latitude, record.longitude) = (place.latitude, place.longitude)
    }
    if let url = json["original"].text, url.hasPrefix("https://") {
      record.renditions = [Rendition(suffix: "o", url: url)]
    }
    return record
  }

  /// Returns the tags; empty if the list has none, and `nil` if there is no list.
  ///
  /// An empty list takes back the tags of an older download, or those in the file, which Flickr took at the upload.
  private static func tags(_ json: LooseJSON) -> String? {
    guard json.isList else { return nil }
    return DownloadText.tags(json.list.compactMap { ($0["tag"].text ?? $0.text).map(EscapedText.decoded) })
      ?? ""
  }

  /// Returns the name of the owner in the URL of the page, `https://www.flickr.com/photos/NAME/ID/`: the path alias, or the NSID.
  static func address(_ json: LooseJSON) -> String? {
    let parts = (json["photopage"].text ?? "").split(separator: "/").map(String.init)
    guard let index = parts.firstIndex(of: "photos"), index + 1 < parts.count else { return nil }
    return parts[index + 1]
  }
}
