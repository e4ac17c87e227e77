import Flickr
import ObjectGraph
import Transfer

/// What is to be found out about a photo.
struct SyncQuestion: Sendable {
  let subject: PictureSubject
  let title: String
  /// Whether Flickr itself brought it: what came from pages elsewhere need not be there.
  let isFlickrs: Bool

  init(_ photo: Photo) {
    subject = photo.pictureSubject
    title = photo.title
    isFlickrs = photo.sourceNames.contains { Self.origin(of: $0) == .flickr }
  }

  /// The address that costs the host the least: its smallest picture.
  var pictureURL: TransferURL? {
    let onNet = subject.renditions.filter { ["http", "https"].contains(TransferURL($0.url).scheme) }
    let smallest = onNet.min { ($0.longerSide ?? .max) < ($1.longerSide ?? .max) }
    return smallest.map { TransferURL($0.url) }
  }

  /// The photos to be asked for, those that were asked for longest ago first; `nil` when there can be none.
  ///
  /// They are those that came over the net and are not known to be gone.
  static func request(in context: ManagedObjectContext) throws -> FetchRequest<Photo>? {
    let sources = try context.fetch(FetchRequest<Source>()).filter { origin(of: $0.name) != .local }
    guard !sources.isEmpty else { return nil }
    let isKnownGone = FetchPredicate.comparison(.init("pictureGoneSince", .notEqual, .value(.null)))
    let cameByNet = FetchPredicate.or(sources.map { Photo.brought(by: $0.objectID) })
    return FetchRequest<Photo>(where: .not(isKnownGone) && cameByNet, order: [FetchOrder("checkedAt")])
  }

  private enum Origin { case local, flickr, elsewhere }

  /// Where the photos of a source with that name come from.
  private static func origin(of name: String) -> Origin {
    switch try? PhotoSource(parsing: name) {
    case .sample, nil: .local
    case .address(let url): ["http", "https"].contains(url.scheme) ? .elsewhere : .local
    default: .flickr
    }
  }
}

/// What was found out about a photo.
enum SyncFinding: Sendable {
  case present, gone
  /// Nothing, be it for an error that may have to do with this photo alone.
  case unclear(FlickrError?)
}
