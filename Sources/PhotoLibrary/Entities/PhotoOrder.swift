public import ObjectGraph

/// The sort orders of photos.
public enum PhotoOrder: String, CaseIterable, Sendable {
  /// By title.
  case title
  /// By upload date, the latest first.
  case uploaded
  /// By date taken, the latest first.
  case taken
  /// By views, in descending order.
  case views
  /// By the time at which photos came to the library, the latest first.
  case added

  /// The sort keys for fetch requests.
  public var keys: [FetchOrder] {
    switch self {
    case .title: [FetchOrder(Photo.sortTitle)]
    case .uploaded: [FetchOrder(Photo.uploaded, ascending: false)]
    case .taken: [FetchOrder(Photo.taken, ascending: false)]
    case .views: [FetchOrder(Photo.views, ascending: false)]
    case .added: [.inserted(ascending: false)]
    }
  }

  /// A Boolean value that indicates whether the lowest value comes first.
  var isAscending: Bool { keys.first?.ascending == true }

  /// A Boolean value that indicates whether photos are sorted by a date that they have.
  public var isDate: Bool { self == .taken || self == .uploaded }

  /// Returns a Boolean value that indicates whether a photo has the value that photos are sorted by.
  ///
  /// Photos without it come behind the others, and before them in the opposite direction.
  public func hasValue(of photo: Photo) -> Bool {
    switch self {
    case .title, .added: true
    case .uploaded: photo.uploaded != nil
    case .taken: photo.taken != nil
    case .views: photo.views != nil
    }
  }

  /// The name of the order for display.
  public var name: String {
    switch self {
    case .title: "title"
    case .uploaded: "date uploaded"
    case .taken: "date taken"
    case .views: "views"
    case .added: "date added"
    }
  }

  /// The next order in the cycle.
  public var next: PhotoOrder {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}
