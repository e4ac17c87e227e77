import Flickr
import Foundation

/// The state of a refresh that walks through the pages of a source: the next page, and the end.
///
/// It is a value without network access: the caller reports the received pages.
struct SourceWalk: Sendable {
  private let source: PhotoSource
  private let options: RefreshOptions
  private let perPage: Int
  /// The current time, in seconds since 1970.
  private let now: Int
  /// The page to request.
  private(set) var place: SourcePlace
  /// The reason why there is no next page; `nil` if there is one.
  private(set) var end: RefreshEnd?
  /// The number of received pages.
  private(set) var pages = 0
  private var new = 0
  /// A Boolean value that indicates whether the walk began with the first page.
  private let isFromTop: Bool
  /// The IDs received in this walk: a photo counts once, even if the list shifts.
  private var seen: Set<String> = []
  /// The IDs of the previous page of the same list.
  private var previous: Set<String> = []
  /// The number of photos, according to the last page.
  private var total: Int?
  /// A Boolean value that indicates whether the last page had photos that were imported from the source before.
  private var metKnown = false
  /// A Boolean value that indicates whether a window exceeded Flickr's limit.
  private var wasCutOff = false

  /// Starts a walk at a position, or at the first page.
  init(
    _ source: PhotoSource, _ options: RefreshOptions, perPage: Int, from place: SourcePlace?, now: Int
  ) {
    (self.source, self.options, self.perPage, self.now) = (source, options, perPage, now)
    self.place = place ?? SourcePlace()
    isFromTop = place == nil
    if let pages = options.pages, pages <= 0 { end = .pageLimit }
    if let limit = options.newPhotos, limit <= 0 { end = .photoLimit }
    if self.place.windows?.isEmpty == true { end = .everythingRead }
  }

  /// The remaining number of new photos; `nil` for no limit.
  var newAtMost: Int? { options.newPhotos.map { $0 - new } }

  /// Returns the records of a page that were not received before in this walk, the first of each ID.
  func fresh(of page: PhotoPage) -> PhotoPage {
    var (fresh, known) = (page, seen)
    fresh.records.removeAll { !known.insert($0.id).inserted }
    return fresh
  }

  // MARK: Going on

  /// Records that there is nothing at the position: the list, or the window, ends before it.
  mutating func recordNothing() {
    if isAtCeiling {
      guard place.windows != nil else { return readInWindows() }
      wasCutOff = wasCutOff || isTooLong
    }
    endList()
  }

  /// Splits a window that has more photos than Flickr's limit; returns `false` if that is unnecessary or
  /// impossible.
  mutating func split(_ page: PhotoPage) -> Bool {
    guard var windows = place.windows, place.page == 1, let window = windows.last,
      let limit = source.resultLimit, let total = page.total, total > limit
    else { return false }
    guard Self.isRestricted(page, to: window) else {
      // The other windows have the same photos.
      (place.windows, wasCutOff) = ([window], true)
      return false
    }
    guard let halves = window.halves(now: now) else { return false }
    windows.removeLast()
    place.windows = windows + [halves.older, halves.newer]
    return true
  }

  /// Returns `false` if no photo of a page is within the window, because the server does not evaluate windows.
  private static func isRestricted(_ page: PhotoPage, to window: UploadWindow) -> Bool {
    let times = page.records.compactMap { $0.uploaded.map { Int($0.timeIntervalSince1970) } }
    return times.isEmpty || times.contains(where: window.contains)
  }

  /// Records a received page, of which `fresh` was imported.
  mutating func record(_ page: PhotoPage, fresh: PhotoPage, imported: ImportSummary) {
    pages += 1
    new += imported.new
    total = page.total
    let unknown = imported.new + imported.adopted + imported.deletedStrangers + imported.left
    metKnown = unknown < fresh.records.count
    let ids = Set(page.records.map(\.id))
    let isRepeated = !ids.isEmpty && ids.isSubset(of: previous)
    previous = ids
    seen.formUnion(ids)
    if imported.left > 0 {
      end = .photoLimit
    } else if isKnown(fresh, imported) {
      place.page += 1
      end = .nothingNew
    } else {
      goOn(from: page, isRepeated: isRepeated)
      if end == nil, options.pages.map({ pages >= $0 }) == true { end = .pageLimit }
      if end == nil, newAtMost.map({ $0 <= 0 }) == true { end = .photoLimit }
    }
  }

  private func isKnown(_ fresh: PhotoPage, _ imported: ImportSummary) -> Bool {
    guard source.isNewestFirst, options.reach == .new, isFromTop || new > 0 else { return false }
    return imported.new + imported.adopted + imported.deletedStrangers == 0 && !fresh.records.isEmpty
  }

  private mutating func goOn(from page: PhotoPage, isRepeated: Bool) {
    let isEmpty = page.records.isEmpty && (place.windows == nil || page.pages == nil)
    let isLast = source.hasOnePage || page.pages.map { place.page >= $0 } == true
    if place.windows == nil, place.page == 1, isTooLong, goesDeep {
      readInWindows()
    } else if isLast || isRepeated || isEmpty {
      place.page += 1
      endList(isLast || isRepeated ? .everythingRead : .emptyPage)
    } else {
      place.page += 1
      if isAtCeiling { recordNothing() }
    }
  }

  private mutating func endList(_ why: RefreshEnd = .everythingRead) {
    previous = []
    guard var windows = place.windows, !windows.isEmpty else { return end = why }
    windows.removeLast()
    place = SourcePlace(page: 1, windows: windows)
    if windows.isEmpty { end = wasCutOff ? .ceiling : .everythingRead }
  }

  // MARK: Windows

  /// A Boolean value that indicates whether Flickr's limit for the list or the window was reached.
  private var isAtCeiling: Bool {
    guard let limit = source.resultLimit, (place.page - 1) * perPage >= limit else { return false }
    return place.windows != nil || total.map { $0 > limit } ?? true
  }

  private var isTooLong: Bool {
    guard let limit = source.resultLimit, let total else { return false }
    return total > limit
  }

  /// A Boolean value that indicates whether the requested number of pages requires windows.
  private var goesDeep: Bool {
    guard let limit = source.resultLimit else { return false }
    return options.pages.map { $0 > limit / perPage } ?? true
  }

  private mutating func readInWindows() {
    let halves = UploadWindow.always.halves(now: now)
    place = SourcePlace(page: 1, windows: halves.map { [$0.older, $0.newer] } ?? [.always])
    previous = []
  }

  // MARK: For the next time

  /// Returns the position after everything that has been read, given the previous such position.
  ///
  /// Between a walk that was ended by a limit and the photos known before, there may be photos that were
  /// never received.
  func older(than known: SourcePlace) -> SourcePlace {
    let leavesGap = (end == .pageLimit || end == .photoLimit) && !metKnown
    return leavesGap || place.isDeeper(than: known) ? place : known
  }
}
