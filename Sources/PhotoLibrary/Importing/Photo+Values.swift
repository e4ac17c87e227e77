import ObjectGraph

extension PhotoValues {
  /// Copies the values of a photo.
  init(_ photo: Photo) {
    flickrID = photo.flickrID
    title = photo.title
    subtitle = photo.subtitle
    rawTitle = photo.rawTitle
    rawDescription = photo.rawDescription
    uploaded = photo.uploaded
    taken = photo.taken
    takenGranularity = photo.takenGranularity
    tags = photo.tags
    own = photo.ownValues
    receivedTags = own.changesTags ? photo.otherTags : tags
    views = photo.views
    license = photo.license
    media = photo.media
    pathAlias = photo.pathAlias
    lastUpdate = photo.lastUpdate
    latitude = photo.latitude
    longitude = photo.longitude
    secret = photo.secret
    server = photo.server
    renditionText = photo.renditionText
    pictureGoneSince = photo.pictureGoneSince
    goneFingerprint = photo.goneFingerprint
  }

  /// Copies values that were fetched without making a photo.
  init(_ photo: ObjectValues<Photo>) {
    flickrID = photo[Photo.flickrID]
    title = photo[Photo.title]
    subtitle = photo[Photo.subtitle]
    rawTitle = photo[Photo.isTitleRaw] ? title : photo[Photo.otherTitle]
    rawDescription = photo[Photo.isSubtitleRaw] ? subtitle : photo[Photo.otherDescription]
    uploaded = photo[Photo.uploaded]
    taken = photo[Photo.taken]
    takenGranularity = photo[Photo.takenGranularity]
    tags = photo[Photo.tags]
    own = OwnValues(photo)
    receivedTags = own.changesTags ? photo[Photo.otherTags] : tags
    views = photo[Photo.views]
    license = photo[Photo.license]
    media = photo[Photo.media]
    pathAlias = photo[Photo.pathAlias]
    lastUpdate = photo[Photo.lastUpdate]
    latitude = photo[Photo.latitude]
    longitude = photo[Photo.longitude]
    secret = photo[Photo.secret]
    server = photo[Photo.server]
    renditionText = photo[Photo.renditionText]
    pictureGoneSince = photo[Photo.pictureGoneSince]
    goneFingerprint = photo[Photo.goneFingerprint]
  }
}

extension PhotoValues {
  /// The received tags, which are stored only if they differ from the shown ones.
  fileprivate var storedReceivedTags: String? { own.changesTags ? receivedTags : nil }
}

extension Photo {
  /// Sets the values that differ from those before.
  func set(_ values: PhotoValues, insteadOf before: PhotoValues) {
    let hasTitle = values.title.isExactly(before.title) && values.rawTitle.isExactly(before.rawTitle)
    if !hasTitle { setTitle(values) }
    let hasSubtitle =
      values.subtitle.isExactly(before.subtitle) && values.rawDescription.isExactly(before.rawDescription)
    if !hasSubtitle { setSubtitle(values) }
    if values.uploaded != before.uploaded { uploaded = values.uploaded }
    if values.taken != before.taken { taken = values.taken }
    if values.takenGranularity != before.takenGranularity { takenGranularity = values.takenGranularity }
    if !values.tags.isExactly(before.tags) { tags = values.tags }
    if !values.storedReceivedTags.isExactly(before.storedReceivedTags) {
      otherTags = values.storedReceivedTags
    }
    setOwn(values, insteadOf: before)
    if values.views != before.views { views = values.views }
    if values.license != before.license { license = values.license }
    if values.media != before.media { media = values.media }
    if values.pathAlias != before.pathAlias { pathAlias = values.pathAlias }
    if values.lastUpdate != before.lastUpdate { lastUpdate = values.lastUpdate }
    if values.latitude != before.latitude { latitude = values.latitude }
    if values.longitude != before.longitude { longitude = values.longitude }
    if values.secret != before.secret { secret = values.secret }
    if values.server != before.server { server = values.server }
    if values.renditionText != before.renditionText { renditionText = values.renditionText }
    if values.pictureGoneSince != before.pictureGoneSince { pictureGoneSince = values.pictureGoneSince }
    if values.goneFingerprint != before.goneFingerprint { goneFingerprint = values.goneFingerprint }
    // Another secret is that of another picture of the host.
    if before.secret != nil, values.secret != before.secret {
      deleteOutdatedLook(isReplaced: ownPictureText == nil)
    }
  }

  /// Sets the title, and stores the received one only if it differs.
  private func setTitle(_ values: PhotoValues) {
    if !title.isExactly(values.title) {
      title = values.title
      sortTitle = SortText.key(of: values.title)
    }
    isTitleRaw = values.rawTitle.isExactly(values.title)
    otherTitle = isTitleRaw ? nil : values.rawTitle
  }

  /// Sets the description, and stores the received one only if it differs.
  private func setSubtitle(_ values: PhotoValues) {
    subtitle = values.subtitle
    isSubtitleRaw = values.rawDescription.isExactly(values.subtitle)
    otherDescription = isSubtitleRaw ? nil : values.rawDescription
  }
}
