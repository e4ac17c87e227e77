import Foundation
import TestSupport

/// The files of an account download, with the oddities of real ones.
enum AccountFiles {
  static let profile = ZipFile.Entry(
    "account_profile.json", #"{"nsid": "12345678@N00", "screen_name": "Ann &amp; Bob", "real_name": "Ann"}"#)

  static let albums = ZipFile.Entry(
    "albums.json",
    """
    {"albums": [{"id": "72157600000000001", "title": "Sea &amp; sand", "description": "It&#039;s wet",
    "photo_count": "2", "cover_photo": "https://www.flickr.com/photos/ann/45804173955",
    "photos": ["45804173955", "0", "7176952817"]}, {"title": "without an ID"}]}
    """)

  /// The JSON of a photo; `people` and `albums` are empty even where they should not be.
  static func photo(
    _ id: String, name: String, owner: String = "ann", tags: [String] = [], more: String = ""
  ) -> ZipFile.Entry {
    let list = tags.map { #"{"tag": "\#($0)", "user": "https://www.flickr.com/people/\#(owner)/"}"# }
    return ZipFile.Entry(
      "photo_\(id).json",
      """
      {"id": "\(id)", "name": "\(name)", "description": "By &lt;b&gt;the&lt;/b&gt; sea", "count_views": "17",
      "date_taken": "2015-12-12 13:11:14", "date_imported": "2015-12-13 05:57:41",
      "photopage": "https://www.flickr.com/photos/\(owner)/\(id)/", "license": "Attribution License",
      "original": "https://live.staticflickr.com/1/\(id)_91ac1d3d90_o.jpg", "people": [], "albums": [],
      "tags": [\(list.joined(separator: ", "))]\(more)}
      """)
  }

  /// The JSON of an account.
  static func account(_ id: String, name: String) -> ZipFile.Entry {
    ZipFile.Entry("account_profile.json", #"{"nsid": "\#(id)", "screen_name": "\#(name)"}"#)
  }

  /// The JSON of albums by ID, each with a title and a photo.
  static func albumList(_ albums: [String: (title: String, photo: String)]) -> ZipFile.Entry {
    let list = albums.map { #"{"id": "\#($0)", "title": "\#($1.title)", "photos": ["\#($1.photo)"]}"# }
    return ZipFile.Entry("albums.json", #"{"albums": [\#(list.joined(separator: ", "))]}"#)
  }

  /// Returns the bytes of a picture.
  static func picture(_ comment: String, width: Int = 6_000) -> [UInt8] {
    var file = CameraFile(taken: "2015:12:12 13:11:14", artist: "Ann", comment: comment)
    file.size = (width, 4_000)
    return file.bytes
  }

  /// The bytes of a HEIC file of which the size stands behind 600 KB of other contents.
  static var lateHEIC: [UInt8] {
    var bytes = HEIFFile().bytes
    let size = 600_000
    let other = HEIFFile.number(size, 4) + Array("free".utf8) + [UInt8](repeating: 0, count: size - 8)
    // Behind the first box, whose length is in one byte.
    bytes.insert(contentsOf: other, at: Int(bytes[3]))
    return bytes
  }

  /// JSON in one zip file, pictures in two others, with one photo in both.
  static var archives: [String: ZipFile] {
    [
      "72157724905358313_3ac1836c2225_part1.zip": ZipFile([
        profile, albums,
        photo(
          "45804173955", name: "D&eacute;fense &quot;1&quot;", tags: ["New York", "sea"],
          more: #", "geo": {"latitude": "51477222", "longitude": "-1", "accuracy": "16"}"#),
        photo("7176952817", name: "", more: #", "geo": []"#),
        photo("100000001", name: "Without a picture"),
        ZipFile.Entry("photo_100000009.json", "{ damaged"),
      ]),
      "data-download-1.zip": ZipFile([
        .init("d-fense_45804173955_o.jpg", picture("1")), .init("7176952817_91ac1d3d90_o.jpg", picture("2")),
        .init("vid_20120906_1417051_7943051628.mp4", "a video"),
        .init("__MACOSX/._7176952817_91ac1d3d90_o.jpg", "no picture"),
      ]),
      "data-download-2.zip": ZipFile([
        .init("d-fense_45804173955_o.jpg", picture("1")),
        .init("20141119_141647_16343358551_o.jpg", picture("3")),
        .init("broken_16343358552_o.jpg", "no picture"),
      ]),
    ]
  }
}
