import Flickr
import Foundation
import PictureFetching

/// The values of a photo that come from its records, and the user's changes of them: compared as values, so that an import of known photos makes no
/// objects.
struct PhotoValues: Hashable, Sendable {
  let flickrID: String
  var title = ""
  var subtitle = ""
  var rawTitle: String?
  var rawDescription: String?
  var uploaded: Date?
  var taken: String?
  var takenGranularity = TakenDate.exact
  /// The tags to show.
  var tags: String?
  /// The tags as received.
  var receivedTags: String?
  /// The user's values, which no record changes.
  var own = OwnValues()
  var views: Int?
  var license: String?
  var media: String?
  var pathAlias: String?
  var lastUpdate: Date?
  var latitude: Double?
  var longitude: Double?
  var secret: String?
  var server: String?
  var renditionText = ""
  var pictureGoneSince: Date?
  var goneFingerprint: Int?

  /// Creates the values of a photo that is not in the library yet.
  init(flickrID: String) { self.flickrID = flickrID }

  /// Returns whether all values are the same, texts byte for byte.
  func isExactly(_ other: Self) -> Bool {
    self == other && title.isExactly(other.title) && subtitle.isExactly(other.subtitle)
      && rawTitle.isExactly(other.rawTitle) && rawDescription.isExactly(other.rawDescription)
      && tags.isExactly(other.tags) && receivedTags.isExactly(other.receivedTags)
      && own.isExactly(other.own)
  }
}

extension PhotoValues {
  /// Updates the values with those of a record; missing values change nothing.
  mutating func apply(_ record: PhotoRecord) {
    if title.isEmpty || record.title != nil || record.description != nil { applyTexts(record) }
    if let taken = record.taken, replacesDate(record) { apply(taken) }
    // A library that was written by another program may contain any number, which could not be saved again.
    if !TakenDate.granularities.contains(takenGranularity) { takenGranularity = TakenDate.exact }
    applyPictures(record)
    uploaded = record.uploaded ?? uploaded
    lastUpdate = record.lastUpdate ?? lastUpdate
    receivedTags = record.tags ?? receivedTags
    showTags()
    views = record.views ?? views
    license = record.license ?? license
    media = record.media ?? media
    pathAlias = record.pathAlias ?? pathAlias
    let place = (record.latitude ?? latitude, record.longitude ?? longitude)
    (latitude, longitude) = record.lacksPlace == true ? (nil, nil) : place
    secret = record.secret ?? secret
    server = record.server ?? server
  }

  /// The record from which the photo can be imported again, without its owner.
  var record: PhotoRecord {
    var record = PhotoRecord(id: flickrID)
    record.title = rawTitle
    record.description = rawDescription
    record.taken = taken.map { TakenDate(localTime: $0, granularity: takenGranularity) }
    record.renditions = renditions
    record.uploaded = uploaded
    record.lastUpdate = lastUpdate
    record.tags = receivedTags
    record.views = views
    record.license = license
    record.media = media
    record.pathAlias = pathAlias
    record.latitude = latitude
    record.longitude = longitude
    record.secret = secret
    record.server = server
    return record
  }

  private mutating func applyTexts(_ record: PhotoRecord) {
    let title = record.title ?? rawTitle
    let description = record.description ?? rawDescription
    // The displayed texts depend on these two values and the user's alone. They differ from the user's if an import
    // and an edit were saved at the same time.
    let isOwnShown =
      self.title.isExactly(own.shownTitle ?? self.title)
      && subtitle.isExactly(own.shownDescription ?? subtitle)
    let isKnown = title.isExactly(rawTitle) && description.isExactly(rawDescription)
    guard !isOwnShown || self.title.isEmpty || !isKnown else { return }
    (rawTitle, rawDescription) = (title, description)
    showTexts()
  }

  /// Returns whether the date taken of a record is at least as good as the known one.
  ///
  /// A feed has neither the precision of a date nor the statement that it is unknown. The API and downloads have both, and
  /// the time of the last update or the number of views.
  private func replacesDate(_ record: PhotoRecord) -> Bool {
    guard record.isFeedItem == true else { return true }
    return taken == nil ? lastUpdate == nil && views == nil : takenGranularity == TakenDate.exact
  }

  private mutating func apply(_ date: TakenDate) {
    taken = date.isUnknown ? nil : date.localTime
    takenGranularity = date.isUnknown ? TakenDate.exact : date.granularity
  }
}

// MARK: - Pictures

extension PhotoValues {
  private var renditions: [Rendition] { RenditionText.read(renditionText, photo: flickrID) }

  /// The time after which a feed does not list a removed photo any more, in seconds.
  ///
  /// A feed has no time of the last update. A photo that it lists later is public again, or its picture was missing for a
  /// moment.
  private static let feedAge = 3_600.0

  /// Pictures with other URLs are other pictures, to which the state of gone pictures does not apply.
  private mutating func applyPictures(_ record: PhotoRecord) {
    if !record.renditions.isEmpty {
      let text = RenditionText.write(record.renditions, photo: flickrID)
      // Libraries of earlier versions contain the same images as another text.
      if text != renditionText, !knows(record.renditions) { renditionText = text }
    }
    guard let gone = pictureGoneSince else { return }
    let isAnother = record.secret.map { $0 != secret } ?? false
    // A photo that its owner has shown again since has the same URLs.
    let isChanged = record.lastUpdate.map { $0 > gone } ?? false
    let isPublic = record.isFeedItem == true && gone.addingTimeInterval(Self.feedAge) < Date()
    guard isAnother || isChanged || isPublic || !isPictureGone else { return }
    pictureGoneSince = nil
    goneFingerprint = nil
  }

  /// Returns whether images are the known ones, or some of these without sizes: a feed contains one URL of a photo,
  /// and does not list the others.
  private func knows(_ images: [Rendition]) -> Bool {
    let known = renditions
    if images == known { return true }
    guard images.allSatisfy({ $0.width == nil && $0.height == nil }) else { return false }
    return images.allSatisfy { image in known.contains { $0.suffix == image.suffix && $0.url == image.url } }
  }

  /// A Boolean value that indicates whether the host reported that the picture is gone.
  private var isPictureGone: Bool {
    let subject = PictureSubject(
      flickrID: flickrID, renditionText: renditionText, goneSince: pictureGoneSince,
      goneFingerprint: goneFingerprint)
    return subject.goneSince != nil
  }
}
