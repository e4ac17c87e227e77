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
  /// A Boolean value that indicates whether the walk continues one that was interrupted.
  let isResumed: Bool
  /// The position of older photos before the walk.
  private let known: SourcePlace
  /// A Boolean value that indicates whether photos between the position and those of earlier walks may be missing: the last
  /// page with photos had none that were known.
  private var leavesGap = false
  /// The position that was recorded last while there was a gap; `nil` if there was none yet.
  private var gap: SourcePlace?
  /// The IDs of the previous page of the same list; `nil` if the next page is the first one.
  private var previous: Set<String>?
  /// The number of photos, according to the last page.
  private var total: Int?
  /// A Boolean value that indicates whether a window exceeded Flickr's limit.
  private var wasCutOff = false

  /// Starts a walk.
  ///
  /// Older photos, and lists that never change, continue where the last walk ended, also if that was interrupted, unless
  /// all pages are requested. In other lists, new photos are on the first page.
  ///
  /// - Parameters:
  ///   - older: The position of older photos; `nil` for a source without one.
  ///   - interrupted: The walk that was interrupted last, which this one continues if it has the same reach, and is soon enough.
  init(
    _ source: PhotoSource, _ options: RefreshOptions, perPage: Int, older: SourcePlace?,
    resuming interrupted: InterruptedWalk?, now: Int
  ) {
    (self.source, self.options, self.perPage, self.now) = (source, options, perPage, now)
    let goesOn = options.reach == .older || source.isFixed && options.reach != .all
    isResumed = !goesOn && interrupted?.isContinued(by: options.reach, at: now) == true
    place = (goesOn ? older : isResumed ? interrupted?.place : nil) ?? SourcePlace()
    known = older ?? SourcePlace()
    if let pages = options.pages, pages <= 0 { end = .pageLimit }
    if let limit = options.newPhotos, limit <= 0 { end = .photoLimit }
    if place.windows?.isEmpty == true { end = .everythingRead }
  }

  /// The remaining number of new photos; `nil` for no limit.
  var newAtMost: Int? { options.newPhotos.map { $0 - new } }

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
    if !fresh.records.isEmpty { leavesGap = unknown == fresh.records.count }
    let ids = Set(page.records.map(\.id))
    let isRepeated = !ids.isEmpty && previous.map { ids.isSubset(of: $0) } == true
    // A page on which no entry can be read is not the end. After a second one the server may ignore the page number.
    let isEmpty = ids.isEmpty && (page.skipped == 0 || previous?.isEmpty == true)
    previous = ids
    if imported.left > 0 {
      end = .photoLimit
    } else if isKnown(fresh, imported) {
      place.page += 1
      end = .nothingNew
    } else {
      goOn(from: page, isRepeated: isRepeated, isEmpty: isEmpty)
      if end == nil, options.pages.map({ pages >= $0 }) == true { end = .pageLimit }
      if end == nil, newAtMost.map({ $0 <= 0 }) == true { end = .photoLimit }
    }
    if leavesGap { gap = place }
  }

  private func isKnown(_ fresh: PhotoPage, _ imported: ImportSummary) -> Bool {
    guard source.isNewestFirst, options.reach == .new, !isResumed || new > 0 else { return false }
    return imported.new + imported.adopted + imported.deletedStrangers == 0 && !fresh.records.isEmpty
  }

  private mutating func goOn(from page: PhotoPage, isRepeated: Bool, isEmpty: Bool) {
    let isEmpty = isEmpty && (place.windows == nil || page.pages == nil)
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
    previous = nil
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
    previous = nil
  }

  // MARK: For the next time

  /// Returns the position of older photos, given the recorded one: all photos before it have been received.
  ///
  /// Behind a gap it is that of the walk, whether that goes on, ends or is interrupted. Once the walk reaches known photos, it
  /// is again what it was before the walk, unless another refresh has recorded its own position meanwhile. A walk that is
  /// resumed does not know that former position: the known photos that it reaches may be those of the interrupted one, moved
  /// back by new ones.
  func older(than recorded: SourcePlace) -> SourcePlace {
    if leavesGap { return place }
    let older = recorded == gap ? known : recorded
    return place.isDeeper(than: older) ? place : older
  }

  /// Returns the state from which the next walk continues if this one is interrupted now; `nil` if it has ended.
  func interruption(at time: Int) -> InterruptedWalk? {
    end == nil ? InterruptedWalk(place: place, reach: options.reach, time: time) : nil
  }
}
