extension PhotoRecord {
  /// Adds the values that this record lacks.
  public mutating func addMissing(from other: PhotoRecord) {
    title = title ?? other.title
    description = description ?? other.description
    // A name belongs to its ID.
    if ownerID == nil, other.ownerID != nil {
      (ownerID, ownerName) = (other.ownerID, other.ownerName)
    } else if ownerID == other.ownerID {
      ownerName = ownerName ?? other.ownerName
    }
    uploaded = uploaded ?? other.uploaded
    taken = taken ?? other.taken
    tags = tags ?? other.tags
    views = views ?? other.views
    license = license ?? other.license
    media = media ?? other.media
    pathAlias = pathAlias ?? other.pathAlias
    lastUpdate = lastUpdate ?? other.lastUpdate
    if latitude == nil {
      (latitude, longitude) = (other.latitude, other.longitude)
      lacksPlace = latitude == nil ? lacksPlace ?? other.lacksPlace : nil
    }
    secret = secret ?? other.secret
    server = server ?? other.server
    if renditions.isEmpty { renditions = other.renditions }
  }
}
