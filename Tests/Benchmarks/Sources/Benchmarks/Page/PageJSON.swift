import Flickr
import Foundation
import TestSupport

/// A page as Flickr sends it, and as a program without this library reads it.
nonisolated enum PageJSON {
  /// The response for a page, with all extras.
  static func bytes(of page: PhotoPage) -> [UInt8] {
    let photos = page.records.map { record in
      var photo = LoopbackPhoto(
        id: record.id, title: record.title ?? "", ownerID: record.ownerID ?? "",
        ownerName: record.ownerName ?? "")
      photo.description = record.description ?? ""
      photo.uploaded = Int(record.uploaded?.timeIntervalSince1970 ?? 0)
      photo.tags = record.tags ?? ""
      photo.views = record.views ?? 0
      photo.pathAlias = record.pathAlias
      photo.secret = String((record.secret ?? "").prefix(10))
      return photo
    }
    return Array(FlickrAnswers.page(photos: photos).utf8)
  }

  /// Reads all values of the photos of a page with Foundation's decoder.
  static func photos(_ data: Data) throws -> [Photo] {
    try JSONDecoder().decode(Answer.self, from: data).photos.photo
  }

  private struct Answer: Decodable {
    struct List: Decodable { var photo: [Photo] }
    var photos: List
  }

  /// The values that the program's library keeps of a photo.
  struct Photo: Decodable {
    struct Text: Decodable { var _content: String }

    var id, owner, ownername, title, tags, dateupload, views, secret, server: String
    var license, datetaken, datetakengranularity, lastupdate, media: String
    var pathalias: String?
    var description: Text
    var url_sq, url_t, url_s, url_q, url_m, url_n, url_z, url_c, url_l, url_h, url_k, url_o: String?
    var width_sq, width_t, width_s, width_q, width_m, width_n, width_z, width_c, width_l: String?
    var height_sq, height_t, height_s, height_q, height_m, height_n, height_z, height_c, height_l: Int?

    /// The images as text.
    var renditions: String {
      let images = [
        ("sq", url_sq, width_sq, height_sq), ("t", url_t, width_t, height_t), ("s", url_s, width_s, height_s),
        ("q", url_q, width_q, height_q), ("m", url_m, width_m, height_m), ("n", url_n, width_n, height_n),
        ("z", url_z, width_z, height_z), ("c", url_c, width_c, height_c), ("l", url_l, width_l, height_l),
      ]
      return images.compactMap { suffix, url, width, height in
        url.map { "\(suffix) \(width ?? "0") \(height ?? 0) \($0)" }
      }.joined(separator: "\n")
    }
  }
}
