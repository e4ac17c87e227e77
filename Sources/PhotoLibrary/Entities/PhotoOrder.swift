public import ObjectGraph

/// The orders in which photos can be listed.
public enum PhotoOrder: String, CaseIterable, Sendable {
  /// By title.
  case title
  /// By date of upload, the latest first.
  case uploaded
  /// By date taken, the latest first.
  case taken
  /// By views, the most first.
  case views

  /// The order as the library is asked.
  public var keys: [FetchOrder] {
    switch self {
    case .title: [FetchOrder("sortTitle")]
    case .uploaded: [FetchOrder("uploaded", ascending: false)]
    case .taken: [FetchOrder("taken", ascending: false)]
    case .views: [FetchOrder("views", ascending: false)]
    }
  }

  /// The order as people are told.
  public var name: String {
    switch self {
    case .title: "title"
    case .uploaded: "date uploaded"
    case .taken: "date taken"
    case .views: "views"
    }
  }

  /// The order after this one.
  public var next: PhotoOrder {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}
