import Flickr

/// An album in `albums.json` of an account download, which is the only file that has them.
struct AccountAlbum: Hashable, Sendable {
  let id: String
  let title: String
  let description: String
  /// The ID of the cover photo.
  let cover: String?
  /// The IDs of the photos in their order.
  let photos: [String]
  /// The NSID of the owner, which stands in another file.
  var ownerID: String?

  static let fileName = "albums.json"

  /// Reads the albums of a document; those without ID are left out.
  static func albums(_ json: LooseJSON, ownerID: String?) -> [AccountAlbum] {
    json["albums"].list.compactMap { album in
      guard let id = DownloadText.flickrID(album["id"].text) else { return nil }
      // The cover is the URL of its page, or an ID; a photo without ID is written as “0”.
      let cover = album["cover_photo"].text?.split(separator: "/").last.map(String.init)
      return AccountAlbum(
        id: id, title: EscapedText.decoded(album["title"].text ?? ""),
        description: EscapedText.decoded(album["description"].text ?? ""),
        cover: DownloadText.flickrID(cover),
        photos: album["photos"].list.compactMap { DownloadText.flickrID($0.text) }.filter { $0 != "0" },
        ownerID: ownerID)
    }
  }
}

extension AccountAlbum {
  /// The description of the album, without its photos.
  var record: AlbumRecord {
    var record = AlbumRecord(id: id)
    record.title = title.isEmpty ? nil : title
    record.description = description.isEmpty ? nil : description
    (record.ownerID, record.cover) = (ownerID, cover)
    return record
  }
}
