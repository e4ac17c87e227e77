import Flickr
import Foundation

/// A picture before it is in any store: the same ones with every run.
nonisolated struct PictureFacts: Sendable {
  var key: Int64
  var number: String
  var title: String
  var text: String?
  var tags: String
  var uploaded: Date
  var taken: Date?
  var views: Int
  var isFavourite: Bool
  var rating: Double
  /// The key of the author.
  var author: Int64
}

extension PictureFacts {
  /// How many authors there are, whose keys are the first ones.
  nonisolated static let authors: Int64 = 100

  /// So many pictures, with keys from 1 on.
  static func make(_ count: Int) -> [PictureFacts] {
    PhotoPages.make(count).flatMap(\.records).enumerated().map { index, record in
      PictureFacts(
        key: Int64(index) + 1, number: record.id, title: record.title ?? "",
        text: index.isMultiple(of: 3) ? record.description : nil, tags: record.tags ?? "",
        uploaded: record.uploaded ?? Date(timeIntervalSinceReferenceDate: 0),
        taken: index.isMultiple(of: 5) ? nil : record.uploaded?.addingTimeInterval(-86_400),
        views: record.views ?? 0, isFavourite: index.isMultiple(of: 7), rating: Double(index % 50) / 10,
        author: Int64(index) % authors + 1)
    }
  }
}
