import Flickr

/// The reason for the end of a refresh.
public enum RefreshEnd: String, Hashable, CaseIterable, Sendable {
  /// The source has no more.
  case everythingRead = "end"
  /// The folder was read completely.
  case folderRead = "folder"
  /// A page without photos was received, although the source announced more.
  case emptyPage = "empty"
  /// Flickr's limit for the list was reached, although it is longer (4,000 photos of a search).
  case ceiling
  /// A page of known photos was received, and new photos come first.
  case nothingNew = "known"
  /// The page limit was reached.
  case pageLimit = "pages"
  /// The limit of new photos was reached.
  case photoLimit = "limit"
  /// The refresh was canceled.
  case canceled
  /// An error occurred.
  case failed
}
