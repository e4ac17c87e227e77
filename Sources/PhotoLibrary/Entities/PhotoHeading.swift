public import ObjectGraph

/// A value of photos that makes sections of their lists.
public enum PhotoHeading: String, CaseIterable, Sendable {
  /// No sections.
  case none
  /// The year of the date by which the list is sorted.
  case year
  /// The month of that date.
  case month
  /// The day of that date.
  case day
  /// The photographer.
  case photographer

  /// A Boolean value that indicates whether the list must be sorted by a date.
  public var needsDate: Bool { dateLength != nil }

  /// The length of the part of a date as `YYYY-MM-DD` that names a section; `nil` if no date does.
  private var dateLength: Int? {
    switch self {
    case .none, .photographer: nil
    case .year: 4
    case .month: 7
    case .day: 10
    }
  }

  /// Returns the sort keys of a list with the sections, and what names them.
  ///
  /// - Returns: The keys; the path whose value names a section, and the length of its beginning that does, or `nil` for
  ///   the whole value; no path without sections, and if they need a date and the list is not sorted by one. The sections
  ///   of photographers are named by ``Photographer/sortName``, so that those of the same name share one.
  public func sections(of sort: PhotoSort) -> (keys: [FetchOrder], path: String?, length: Int?) {
    let keys = sort.keys
    switch self {
    case .none: return (keys, nil, nil)
    case .year, .month, .day:
      return sort.order.isDate ? (keys, keys.first?.path, dateLength) : (keys, nil, nil)
    case .photographer:
      let name = FetchOrder("\(Photo.photographer.keyPath).\(Photographer.sortName.keyPath)")
      return ([name] + keys, name.path, nil)
    }
  }
}
