public import Flickr

extension Photo {
  /// Updates the photo with the values of a record; missing values do not change it.
  func apply(_ record: PhotoRecord) {
    let before = PhotoValues(self)
    var values = before
    values.apply(record)
    if !values.isExactly(before) { set(values, insteadOf: before) }
  }

  /// The record from which the photo can be imported again.
  public var record: PhotoRecord {
    var record = PhotoValues(self).record
    record.ownerID = photographer?.ownerID
    record.ownerName = photographer?.name
    return record
  }
}
