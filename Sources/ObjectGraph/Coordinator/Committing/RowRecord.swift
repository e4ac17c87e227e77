internal import ObjectModel

/// A record of a commit about one row.
protocol RowRecord {
  var id: ManagedObjectID { get }
}
