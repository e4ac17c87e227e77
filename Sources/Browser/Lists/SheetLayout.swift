/// The layout of a sheet of thumbnails.
enum SheetLayout: String, CaseIterable {
  /// Rows that fill the pane, with pictures as wide as their shapes want.
  case justified
  /// Tiles of one size, with whole pictures in them.
  case uniform

  /// The layout in a few words.
  var meaning: String {
    switch self {
    case .justified: "rows that fill the pane"
    case .uniform: "tiles of one size"
    }
  }
}
