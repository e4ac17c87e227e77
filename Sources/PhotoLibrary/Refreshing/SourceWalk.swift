import Flickr

/// The way of a refresh through the pages of a source: which page comes next, and where it ends.
///
/// A value without a network: what came is told to it.
struct SourceWalk: Sendable {
  private let source: PhotoSource
  private let options: RefreshOptions
  private let perPage: Int
  /// The present, in seconds since 1970.
  private let now: Int
  /// The page to be asked for.
  private(set) var place: SourcePlace
  /// Why there is none; `nil` as long as there is one.
  private(set) var end: RefreshEnd?
  /// How many pages came.
  private(set) var pages = 0
  private var new = 0
  /// Whether the walk began with the first page.
  private let isFromTop: Bool
  /// The ids that came in this walk: a photo counts once, however lists move.
  private var seen: Set<String> = []
  /// The ids of the page before, in the same list.
  private var previous: Set<String> = []
  /// How many photos there are, as the last page said.
  private var total: Int?
  /// Whether the last page had photos that were known before.
  private var metKnown = false
  /// Whether there was a window of which Flickr gives no more, though there is more.
  private var wasCutOff = false

  /// Begins a walk at a place, or at the first page.
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

  /// How many more new photos are wanted; `nil` for any number.
  var newAtMost: Int? { options.newPhotos.map { $0 - new } }

  /// The records of a page that did not come before in this walk, the first of each id.
  func fresh(of page: PhotoPage) -> PhotoPage {
    guard page.records.contains(where: { seen.contains($0.id) }) else { return page }
    var fresh = page
    fresh.records.removeAll { seen.contains($0.id) }
    return fresh
  }

  // MARK: Going on

  /// There is nothing at the place: the list, or the window, ends before it.
  mutating func takeNothing() {
    if isAtCeiling {
      guard place.windows != nil else { return readInWindows() }
      wasCutOff = wasCutOff || isTooLong
    }
    endList()
  }

  /// Goes into halves of a window that has more photos than Flickr gives; `false` when there is no need, or no way.
  mutating func split(_ page: PhotoPage) -> Bool {
    guard var windows = place.windows, place.page == 1, let window = windows.last,
      let limit = source.resultLimit, let total = page.total, total > limit,
      let halves = window.halves(now: now)
    else { return false }
    windows.removeLast()
    place.windows = windows + [halves.older, halves.newer]
    return true
  }

  /// A page came, of which `fresh` was imported.
  mutating func take(_ page: PhotoPage, fresh: PhotoPage, imported: ImportSummary) {
    pages += 1
    new += imported.new
    total = page.total
    metKnown = imported.new < fresh.records.count
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
    return imported.new == 0 && !fresh.records.isEmpty
  }

  private mutating func goOn(from page: PhotoPage, isRepeated: Bool) {
    let isLast = source.hasOnePage || page.pages.map { place.page >= $0 } == true
    if place.windows == nil, place.page == 1, isTooLong, goesDeep {
      readInWindows()
    } else if isLast || isRepeated || page.records.isEmpty {
      place.page += 1
      endList(isLast || isRepeated ? .everythingRead : .emptyPage)
    } else {
      place.page += 1
      if isAtCeiling { takeNothing() }
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

  /// Whether Flickr gives no more of the list, or of the window.
  private var isAtCeiling: Bool {
    guard let limit = source.resultLimit, (place.page - 1) * perPage >= limit else { return false }
    return place.windows != nil || total.map { $0 > limit } ?? true
  }

  private var isTooLong: Bool {
    guard let limit = source.resultLimit, let total else { return false }
    return total > limit
  }

  /// Whether so many pages are wanted that windows will be needed.
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

  /// What follows everything that has been read, when so far it was `known`.
  ///
  /// Between a walk that was ended by a limit and what was known before, there may be photos that never came.
  func older(than known: SourcePlace) -> SourcePlace {
    let leavesGap = (end == .pageLimit || end == .photoLimit) && !metKnown
    return leavesGap || place.isDeeper(than: known) ? place : known
  }
}
