/// The layout of a sheet of pictures.
public enum SheetLayout: String, CaseIterable, Sendable {
  /// Rows that fill the view, with pictures as wide as their shapes want.
  case justified
  /// Tiles of one size, with whole pictures in them.
  case uniform
  /// Square tiles, which pictures fill.
  case square

  /// The next layout, the first one after the last.
  public var next: SheetLayout {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}
