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

  /// Returns the record of a photo; `nil` if the document is not that of a photo.
  static func record(_ json: LooseJSON, owner: AccountOwner?) -> PhotoRecord? {
    guard let id = DownloadText.flickrID(json["id"].text) else { return nil }
    var record = PhotoRecord(id: id)
    // Texts are escaped for HTML, those that are plain at Flickr as well.
    record.title = json["name"].text.map(EscapedText.decoded)
    record.description = json["description"].text.map(EscapedText.decoded)
    (record.ownerID, record.ownerName) = (owner?.id, owner?.name)
    record.pathAlias = alias(json["photopage"].text)
    // Both have no time zone; that of the camera is not known to Flickr either.
    record.taken = DownloadText.localTime(json["date_taken"].text).map { TakenDate(localTime: $0) }
    record.uploaded = DownloadText.date(json["date_imported"].text)
    record.tags = DownloadText.tags(
      json["tags"].list.compactMap { ($0["tag"].text ?? $0.text).map(EscapedText.decoded) })
    record.views = json["count_views"].number.flatMap { Int(exactly: $0) }.flatMap { $0 >= 0 ? $0 : nil }
    record.license = DownloadText.license(json["license"].text)
    let geo = json["geo"].list.first ?? json["geo"]
    let latitude = DownloadText.degrees(geo["latitude"].number, limit: 90)
    let longitude = DownloadText.degrees(geo["longitude"].number, limit: 180)
    if let latitude, let longitude, latitude != 0 || longitude != 0 {
      (record.latitude, record.longitude) = (latitude, longitude)
    }
    if let url = json["original"].text, url.hasPrefix("https://") {
      record.renditions = [Rendition(suffix: "o", url: url)]
    }
    return record
  }

  /// Returns the path alias in the URL of a page, `https://www.flickr.com/photos/ALIAS/ID/`; `nil` for an NSID.
  private static func alias(_ page: String?) -> String? {
    let parts = (page ?? "").split(separator: "/").map(String.init)
    guard let index = parts.firstIndex(of: "photos"), index + 1 < parts.count else { return nil }
    let alias = parts[index + 1]
    return alias.contains("@") ? nil : alias
  }
}
