/// The state that the browser remembers of a library from session to session.
///
/// It is a ``MemoryFile``. What is missing in it is as in a new library.
nonisolated struct BrowserMemory: Codable, Equatable {
  /// The order of photos and its direction, such as `taken desc`.
  var order: String?
  /// The value that makes sections of the list of photos.
  var heading: String?
  /// A Boolean value that indicates whether photos are seen as a sheet.
  var showsSheet: Bool?
  /// The layout of the sheet.
  var sheetLayout: String?
  /// The step of the size of thumbnails.
  var thumbnailStep: Int?
  /// A Boolean value that indicates whether the photos around one that is seen alone are shown below it.
  var showsStrip: Bool?
  /// A Boolean value that indicates whether the photos of all photographers are listed.
  var showsAllPhotos: Bool?
  /// The name of the listed collection.
  var collection: String?
  /// The URI of the newest photo of the library when the new photos were last listed.
  var newestSeen: String?
  /// The groups in the left list, and the query of the one under the cursor.
  var grouping: String?
  var group: String?
  /// The URI of the photographer under the left cursor.
  var photographer: String?
  /// The URI of the photo under the right cursor.
  var photo: String?
  /// A Boolean value that indicates whether keys go to the photos.
  var isInPhotos: Bool?
  /// The shares of the panes, beside a list and beside a sheet.
  var listPanes: [Int]?
  var sheetPanes: [Int]?
  /// The photos at which the judging of lists was left, by the names of the lists.
  var cullPlaces: [String: CullPlace]?
  /// The folder that pictures were written to last.
  var exportFolder: String?
  /// The texts that were used in prompts, by purpose, the latest last.
  var history: [String: [String]]?

  /// Forgets where the library was left and how it was shown, but not what was seen and typed.
  mutating func forgetPlace() {
    var rest = BrowserMemory()
    (rest.newestSeen, rest.history, rest.exportFolder) = (newestSeen, history, exportFolder)
    self = rest
  }

  /// Returns what is remembered when a session ends: what the session changed, and for the rest what the file has by now,
  /// because another browser may have written it.
  ///
  /// - Parameters:
  ///   - start: What was remembered when the session began.
  ///   - end: What is so at its end.
  ///   - saved: What the file has now.
  static func merged(start: BrowserMemory, end: BrowserMemory, saved: BrowserMemory) -> BrowserMemory {
    var merged = saved
    func merge<Value: Equatable>(_ field: WritableKeyPath<BrowserMemory, Value>) {
      if end[keyPath: field] != start[keyPath: field] { merged[keyPath: field] = end[keyPath: field] }
    }
    merge(\.order)
    merge(\.heading)
    merge(\.showsSheet)
    merge(\.sheetLayout)
    merge(\.thumbnailStep)
    merge(\.showsStrip)
    merge(\.showsAllPhotos)
    merge(\.collection)
    merge(\.newestSeen)
    merge(\.grouping)
    merge(\.group)
    merge(\.photographer)
    merge(\.photo)
    merge(\.isInPhotos)
    merge(\.listPanes)
    merge(\.sheetPanes)
    let places = [String: CullPlace].merged(
      start: start.cullPlaces ?? [:], end: end.cullPlaces ?? [:], saved: saved.cullPlaces ?? [:])
    merged.cullPlaces = places.isEmpty ? nil : places
    merge(\.exportFolder)
    if end.history != start.history {
      merged.history = PromptHistory.merged(
        start: start.history ?? [:], end: end.history ?? [:], saved: saved.history ?? [:])
    }
    return merged
  }
}
