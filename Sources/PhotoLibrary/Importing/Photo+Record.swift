public import Flickr

extension Photo {
  /// Updates the photo with the values of a record; missing values do not change it.
  ///
  /// An unchanged property is not written, so that a record without new values causes no change.
  func apply(_ record: PhotoRecord) {
    if title.isEmpty || record.title != nil || record.description != nil { applyTexts(record) }
    if let taken = record.taken { apply(taken) }
    // A library that was written by another program may contain any number, which could not be saved again.
    if !TakenDate.granularities.contains(takenGranularity) { takenGranularity = TakenDate.exact }
    applyPictures(record)
    for field in Self.copiedFields { field.apply(self, record) }
  }

  /// A property that a photo and its record have in common.
  private struct CopiedField: Sendable {
    /// Sets the property of the photo, unless the record has no value.
    let apply: @Sendable (Photo, PhotoRecord) -> Void
    /// Sets the property of the record.
    let store: @Sendable (Photo, inout PhotoRecord) -> Void
  }

  /// The properties that are copied without change in both directions.
  private static let copiedFields: [CopiedField] = [
    .init(apply: { $0.uploaded = $1.uploaded ?? $0.uploaded }, store: { $1.uploaded = $0.uploaded }),
    .init(
      apply: { $0.lastUpdate = $1.lastUpdate ?? $0.lastUpdate }, store: { $1.lastUpdate = $0.lastUpdate }),
    .init(apply: { $0.tags = $1.tags ?? $0.tags }, store: { $1.tags = $0.tags }),
    .init(apply: { $0.views = $1.views ?? $0.views }, store: { $1.views = $0.views }),
    .init(apply: { $0.license = $1.license ?? $0.license }, store: { $1.license = $0.license }),
    .init(apply: { $0.media = $1.media ?? $0.media }, store: { $1.media = $0.media }),
    .init(apply: { $0.pathAlias = $1.pathAlias ?? $0.pathAlias }, store: { $1.pathAlias = $0.pathAlias }),
    .init(apply: { $0.latitude = $1.latitude ?? $0.latitude }, store: { $1.latitude = $0.latitude }),
    .init(apply: { $0.longitude = $1.longitude ?? $0.longitude }, store: { $1.longitude = $0.longitude }),
    .init(apply: { $0.secret = $1.secret ?? $0.secret }, store: { $1.secret = $0.secret }),
    .init(apply: { $0.server = $1.server ?? $0.server }, store: { $1.server = $0.server }),
  ]

  /// Pictures with other URLs are other pictures, to which the state of gone pictures does not apply.
  private func applyPictures(_ record: PhotoRecord) {
    if !record.renditions.isEmpty, !knows(record.renditions) {
      renditionText = RenditionText.write(record.renditions)
    }
    let isAnother = record.secret.map { $0 != secret } ?? false
    guard pictureGoneSince != nil, isAnother || !isPictureGone else { return }
    pictureGoneSince = nil
    goneFingerprint = nil
  }

  /// Returns whether images are already known and have no sizes: a feed contains one URL of a photo, and
  /// does not list the others.
  private func knows(_ images: [Rendition]) -> Bool {
    guard images.allSatisfy({ $0.width == nil && $0.height == nil }) else { return false }
    let known = RenditionText.read(renditionText)
    return images.allSatisfy { image in known.contains { $0.suffix == image.suffix && $0.url == image.url } }
  }

  private func applyTexts(_ record: PhotoRecord) {
    var texts = record
    texts.title = record.title ?? rawTitle
    texts.description = record.description ?? rawDescription
    // The displayed texts depend on these two values alone.
    guard title.isEmpty || texts.title != rawTitle || texts.description != rawDescription else { return }
    rawTitle = texts.title
    rawDescription = texts.description
    subtitle = texts.subtitle
    let title = texts.displayTitle
    guard self.title != title else { return }
    self.title = title
    sortTitle = SortText.key(of: title)
  }

  private func apply(_ date: TakenDate) {
    taken = date.isUnknown ? nil : date.localTime
    takenGranularity = date.isUnknown ? 0 : date.granularity
  }

  /// The record from which the photo can be imported again.
  public var record: PhotoRecord {
    var record = PhotoRecord(id: flickrID)
    record.title = rawTitle
    record.description = rawDescription
    record.ownerID = photographer?.ownerID
    record.ownerName = photographer?.name
    record.taken = taken.map { TakenDate(localTime: $0, granularity: takenGranularity) }
    record.renditions = RenditionText.read(renditionText)
    for field in Self.copiedFields { field.store(self, &record) }
    return record
  }
}
