import Flickr

/// The result of a refresh.
public struct RefreshSummary: Hashable, Sendable {
  /// The import results of the received photos.
  public var photos = ImportSummary()
  /// The number of photos whose files are missing since.
  public var gone = 0
  /// The number of files that are pictures of a kind that cannot be shown, by their extensions.
  public var otherKinds: [String: Int] = [:]
  /// The files and folders of the user that cannot be read, sidecars included; at most 1,000 of them.
  public private(set) var unreadableFiles: [UnreadableFile] = []
  /// The number of sidecars that cannot be read, or only up to a fault.
  public private(set) var unreadableSidecars = 0
  /// The number of files that cannot be shown until a package of Debian is installed, by the package.
  public var missingPackages: [String: Int] = [:]
  /// The reason why title, description and order of an album could not be fetched; `nil` if they were, or it is another source.
  public var albumFailure: String?
  /// The number of received pages; the number of parts of a folder.
  public var pages = 0
  /// The number of network requests, including name look-ups and retries.
  public var requests = 0
  /// The reason for the end of the refresh.
  public var end = RefreshEnd.everythingRead
  /// The number of photos in the library.
  public var total = 0

  /// Creates an empty summary.
  public init() {}

  /// Forgets what another walk through the folder finds again; what was imported stays.
  mutating func beginAgain() {
    (photos.unchanged, photos.unreadable, otherKinds, missingPackages) = (0, 0, [:], [:])
    (unreadableFiles, unreadableSidecars) = ([], 0)
  }

  /// Adds files and folders whose photos are left out because they cannot be read.
  public mutating func addUnreadable(_ files: [UnreadableFile]) {
    photos.unreadable += files.count
    name(files)
  }

  /// Adds sidecars that cannot be read, or only up to a fault; their photos are not left out.
  public mutating func addUnreadable(sidecars: [UnreadableFile]) {
    unreadableSidecars += sidecars.count
    name(sidecars)
  }

  /// Adds files that cannot be shown, by the packages of Debian that they need.
  mutating func addMissing(packages: [String]) {
    for package in packages { missingPackages[package, default: 0] += 1 }
  }

  private mutating func name(_ files: [UnreadableFile]) {
    unreadableFiles += files.prefix(max(0, Self.namedFiles - unreadableFiles.count))
  }

  private static let namedFiles = 1_000

  /// A Boolean value that indicates whether no photo was inserted, changed or gone.
  public var broughtNothing: Bool { photos.new == 0 && photos.changed == 0 && gone == 0 }
}

extension Error {
  /// The error, or `CancellationError` if the transfer was canceled.
  var orCancellation: any Error {
    (self as? FlickrError)?.isCancellation == true ? CancellationError() : self
  }
}
