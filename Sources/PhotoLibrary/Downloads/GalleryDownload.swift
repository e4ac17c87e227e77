import Flickr
import Foundation
import PhotoFiles
import PictureBasics
import PictureFetching

/// Pictures of gallery-dl, each with a file `NAME.json` beside it (`--write-metadata`).
///
/// The keys of Flickr's photos are those of `gallery_dl/extractor/flickr.py`; those of other hosts are the usual ones.
enum GalleryDownload {
  private static let largestFile = 8 << 20

  /// Reads a download; pictures without metadata are left out.
  ///
  /// - Throws: The errors of `DownloadFiles`.
  static func read(_ path: String) throws -> Download {
    let listing = try DownloadFiles(path: path, inArchives: false)
    let reader = DownloadReader()
    var download = Download()
    (download.faults, download.unreadable) = (listing.faults, listing.unreadable)
    let paths = Set(listing.files.map { ExactText($0.place.path) })
    var known: Set<String> = []
    for file in listing.files where paths.contains(ExactText(file.place.path + ".json")) {
      try Task.checkCancellation()
      let ending = PhotoFileExtension.of(file.name)
      guard PhotoFileExtension.shown.contains(ending) else {
        download.otherKinds[ending, default: 0] += 1
        continue
      }
      let place = OwnPicture.Place.file(path: file.place.path + ".json")
      do throws(UnreadableFile) {
        let record = record(try reader.json(of: place, limit: largestFile), file: file)
        // The albums of a user contain the same photos as the photostream.
        guard known.insert(record.id).inserted else { continue }
        download.items.append(Download.Item(record: record, picture: file.place))
      } catch {
        download.unreadable.append(error)
      }
    }
    return download
  }

  private static func record(_ json: LooseJSON, file: DownloadFiles.File) -> PhotoRecord {
    let isFlickrs = json["category"].text == "flickr"
    var record: PhotoRecord
    if isFlickrs, let id = DownloadText.flickrID(json["id"].text) {
      record = PhotoRecord(id: id)
      flickr(json, &record)
    } else {
      record = PhotoRecord(id: OwnPhoto.id(ofDigest: PhotoFile.digest(of: identity(json, file))))
      other(json, file, &record)
    }
    record.title = json.text("title")
    record.description = json.text("description", "caption", "content")
    record.views = json["views"].number.flatMap { Int(exactly: $0) }.flatMap { $0 >= 0 ? $0 : nil }
    record.tags = DownloadText.tags(
      json["tags"].list.compactMap(\.text) + (json["tags"].text?.split(separator: " ").map(String.init) ?? [])
    )
    record.uploaded = DownloadText.date(json["date"].text)
    record.media = "photo"
    if !isFlickrs, record.title == nil {
      record.title = URL(filePath: file.name).deletingPathExtension().lastPathComponent
    }
    return record
  }

  private static func flickr(_ json: LooseJSON, _ record: inout PhotoRecord) {
    // `user` is the person whose page was read, which differs from the owner in favorites and galleries.
    let owner = json["owner"].isMissing ? json["user"] : json["owner"]
    if let id = owner["nsid"].text, id.contains("@") {
      (record.ownerID, record.ownerName) = (id, owner.text("username", "realname"))
    }
    record.pathAlias = owner.text("path_alias")
    record.taken = taken(json)
    record.license = json["license"].number.flatMap { Int(exactly: $0) }.map(String.init)
    let place = json["location"].isMissing ? json : json["location"]
    if let latitude = place["latitude"].number, let longitude = place["longitude"].number,
      latitude != 0 || longitude != 0, abs(latitude) <= 90, abs(longitude) <= 180
    {
      (record.latitude, record.longitude) = (latitude, longitude)
    }
  }

  /// Returns the date taken of a photo of a list, or of `flickr.photos.getInfo`, which has it in `dates`; `nil` if it is unknown.
  ///
  /// Flickr repeats the time of the upload then. The file may have a date.
  private static func taken(_ json: LooseJSON) -> TakenDate? {
    let dates = json["dates"]
    guard let time = DownloadText.localTime(json.text("datetaken") ?? dates["taken"].text) else { return nil }
    let granularity = json["datetakengranularity"].number ?? dates["takengranularity"].number
    let unknown = json["datetakenunknown"].number ?? dates["takenunknown"].number
    guard unknown != 1 else { return nil }
    return TakenDate(
      localTime: time, granularity: granularity.flatMap { Int(exactly: $0) } ?? TakenDate.exact)
  }

  private static func other(_ json: LooseJSON, _ file: DownloadFiles.File, _ record: inout PhotoRecord) {
    let people = ["author", "artist", "user", "creator", "uploader", "owner", "account", "blog"]
    let names = people.lazy.compactMap { json.text($0) ?? json[$0].text("name", "username", "nick") }
    if let name = names.first ?? json.text("username") {
      (record.ownerID, record.ownerName) = (OwnPhoto.artist + name, name)
    } else {
      let parent = URL(filePath: file.place.path).deletingLastPathComponent()
      (record.ownerID, record.ownerName) = (OwnPhoto.folder + parent.path, parent.lastPathComponent)
    }
  }

  /// Returns a text that is the same for the same picture of a host: several pictures of a post have numbers.
  private static func identity(_ json: LooseJSON, _ file: DownloadFiles.File) -> String {
    guard let category = json["category"].text, let id = json.text("id", "post_id", "hash") else {
      return "gallery-dl\n" + file.place.path
    }
    return ["gallery-dl", category, id, json["num"].text ?? ""].joined(separator: "\n")
  }
}
