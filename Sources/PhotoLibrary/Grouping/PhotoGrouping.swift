/// A way to put the photos of a library into groups, such as those of each tag.
public enum PhotoGrouping: String, CaseIterable, Sendable {
  /// By their tags; a photo is in the group of each of them.
  case tags
  /// By the year in which they were taken.
  case years
  /// By the month in which they were taken.
  case months
  /// By the day on which they were taken.
  case days
  /// By squares of a tenth of a degree; see ``PlaceCell``.
  case places
  /// By the cameras with which they were taken, where that is known.
  case cameras
  /// By their licenses.
  case licenses
  /// By the albums that have them; a photo is in the group of each of them.
  case albums
  /// By the folders of the user; a photo is in the group of each folder with a file of it, and in those of the folders around.
  case folders
  /// By the sources from which they were imported.
  case sources

  /// The facet that selects the photos of a group.
  public var facet: PhotoFacet {
    switch self {
    case .tags: .tag
    case .years: .year
    case .months: .month
    case .days: .taken
    case .places: .place
    case .cameras: .camera
    case .licenses: .license
    case .albums: .album
    case .folders: .folder
    case .sources: .source
    }
  }

  /// The property that photos lack which are in no other group; `nil` if every photo is in one.
  var property: PhotoProperty? {
    switch self {
    case .tags: .tags
    case .years: .date
    case .months: .month
    case .days: .day
    case .places: .place
    case .cameras: .camera
    case .licenses: .license
    case .albums: .album
    case .folders: .folder
    case .sources: nil
    }
  }

  /// The name of the group of photos that are in no other.
  var nameOfRest: String {
    switch self {
    case .tags: "Without tags"
    case .years: "Without a date"
    case .months: "Without a month"
    case .days: "Without a day"
    case .places: "Without a place"
    case .cameras: "Without a camera"
    case .licenses: "Without a license"
    case .albums: "In no album"
    case .folders: "In no folder"
    case .sources: "Without a source"
    }
  }

  /// A Boolean value that indicates whether groups are listed from the latest to the earliest, and not by their names.
  public var isByDate: Bool { [.years, .months, .days].contains(self) }
}
