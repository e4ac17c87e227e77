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
    uploaded = record.uploaded ?? uploaded
    lastUpdate = record.lastUpdate ?? lastUpdate
    tags = record.tags ?? tags
    views = record.views ?? views
    license = record.license ?? license
    media = record.media ?? media
    pathAlias = record.pathAlias ?? pathAlias
    latitude = record.latitude ?? latitude
    longitude = record.longitude ?? longitude
    secret = record.secret ?? secret
    server = record.server ?? server
  }

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
    var texts = PhotoRecord(id: "")
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
    record.uploaded = uploaded
    record.taken = taken.map { TakenDate(localTime: $0, granularity: takenGranularity) }
    record.tags = tags
    record.views = views
    record.license = license
    record.media = media
    record.pathAlias = pathAlias
    record.lastUpdate = lastUpdate
    record.latitude = latitude
    record.longitude = longitude
    record.secret = secret
    record.server = server
    record.renditions = RenditionText.read(renditionText)
    return record
  }
}
