public import Flickr

extension Photo {
  /// Takes over what a record says; what it does not say stays as it is.
  ///
  /// Only properties whose values differ are written, so that a record that says nothing new changes nothing.
  func take(_ record: PhotoRecord) {
    if title.isEmpty || record.title != nil || record.description != nil { takeTexts(record) }
    take(record.uploaded, \.uploaded)
    if let taken = record.taken {
      take(taken.isUnknown ? nil : taken.localTime, replacing: \.taken)
      take(taken.granularity, replacing: \.takenGranularity)
    }
    take(record.tags, \.tags)
    take(record.views, \.views)
    take(record.license, \.license)
    take(record.media, \.media)
    take(record.pathAlias, \.pathAlias)
    take(record.lastUpdate, \.lastUpdate)
    take(record.latitude, \.latitude)
    take(record.longitude, \.longitude)
    take(record.secret, \.secret)
    take(record.server, \.server)
    if !record.renditions.isEmpty { take(RenditionText.write(record.renditions), replacing: \.renditionText) }
  }

  private func takeTexts(_ record: PhotoRecord) {
    take(record.title, \.rawTitle)
    take(record.description, \.rawDescription)
    var texts = PhotoRecord(id: flickrID)
    texts.title = rawTitle
    texts.description = rawDescription
    let title = texts.displayTitle
    if self.title != title {
      self.title = title
      sortTitle = SortText.key(of: title)
    }
    take(texts.subtitle, replacing: \.subtitle)
  }

  private func take<Value: Equatable>(_ value: Value?, _ property: ReferenceWritableKeyPath<Photo, Value?>) {
    if let value { take(value, replacing: property) }
  }

  private func take<Value: Equatable>(
    _ value: Value, replacing property: ReferenceWritableKeyPath<Photo, Value>
  ) {
    if self[keyPath: property] != value { self[keyPath: property] = value }
  }

  /// The photo as the record that would bring it again.
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
