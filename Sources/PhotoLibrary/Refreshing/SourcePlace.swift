import Flickr

/// A position in a source: the next page to request.
struct SourcePlace: Hashable, Sendable {
  /// The number of the page, from 1.
  var page = 1
  /// The windows that have not been read completely, with the window of the page last; `nil` if the source
  /// is read as a whole.
  var windows: [UploadWindow]?

  /// The window of the page; `nil` when all have been read.
  var window: UploadWindow? { windows.map(\.last) ?? .always }

  /// The valid page numbers in a library; no list has as many.
  private static let pages = 1...1_000_000_000

  /// Returns whether less of the source follows this position than another one.
  func isDeeper(than other: SourcePlace) -> Bool {
    guard let windows else { return other.windows == nil && page > other.page }
    guard let others = other.windows else { return true }
    guard let window = windows.last, let another = others.last else { return windows.count < others.count }
    let (end, otherEnd) = (window.through ?? .max, another.through ?? .max)
    return end == otherEnd ? page > other.page : end < otherEnd
  }
}

extension SourcePlace: LosslessStringConvertible {
  /// The page, followed by the windows.
  var description: String { "\(page)" + (windowsText.map { ";" + $0 } ?? "") }

  init?(_ description: String) {
    let parts = description.split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
    guard let page = Int(parts[0]), Self.pages.contains(page) else { return nil }
    self.init(page: page, windowsText: parts.count > 1 ? String(parts[1]) : nil)
  }

  /// The windows, separated by blanks.
  var windowsText: String? { windows?.map(\.description).joined(separator: " ") }

  init(page: Int, windowsText: String?) {
    self.page = Self.pages.contains(page) ? page : 1
    windows = windowsText?.split(separator: " ").compactMap { UploadWindow(String($0)) }
  }
}
