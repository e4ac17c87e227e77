import Flickr
import ObjectGraph
import PictureFetching
import Transfer

/// The data that is needed to check a photo.
struct SyncQuestion: Sendable {
  let subject: PictureSubject
  let title: String
  /// A Boolean value that indicates whether the photo came from Flickr itself: photos from other pages may
  /// not exist there.
  let isFlickrs: Bool

  init(_ photo: Photo) {
    subject = photo.pictureSubject
    title = photo.title
    isFlickrs = photo.isFromFlickr
  }

  /// The URL with the lowest cost for the host: the smallest picture.
  var pictureURL: TransferURL? {
    let onNet = subject.renditions.filter { ["http", "https"].contains(TransferURL($0.url).scheme) }
    let smallest = onNet.min { ($0.longerSide ?? .max) < ($1.longerSide ?? .max) }
    return smallest.map { TransferURL($0.url) }
  }

  /// Returns a request for the photos to check, the least recently checked first; `nil` if there are none.
  ///
  /// These are the photos that came over the network and are not known to be gone. One of which the user has the picture cannot
  /// be gone.
  static func request(in context: ManagedObjectContext) throws -> FetchRequest<Photo>? {
    let sources = try context.fetch(FetchRequest<Source>()).filter { origin(of: $0.name) != .local }
    guard !sources.isEmpty else { return nil }
    let cameByNet = FetchPredicate.or(sources.map { Photo.imported(from: $0.objectID) })
    return FetchRequest<Photo>(
      where: Photo.pictureGoneSince == nil && Photo.ownPictureText == nil && cameByNet,
      order: [FetchOrder(Photo.checkedAt)])
  }

  fileprivate enum Origin { case local, flickr, elsewhere }

  /// Returns the origin of the photos of a source with that name.
  fileprivate static func origin(of name: String) -> Origin {
    guard case .pages(let source)? = try? LibrarySource(parsing: name) else { return .local }
    return switch source {
    case .sample: .local
    case .address(let url): ["http", "https"].contains(url.scheme) ? .elsewhere : .local
    default: .flickr
    }
  }
}

extension Photo {
  /// A Boolean value that indicates whether the photo came from Flickr itself, and not from a file or another page.
  public var isFromFlickr: Bool { sourceNames.contains { SyncQuestion.origin(of: $0) == .flickr } }
}
