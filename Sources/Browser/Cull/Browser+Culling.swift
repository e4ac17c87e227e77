import FetchedResults
import ObjectGraph
import PhotoLibrary
import Presentation
import TerminalUI

/// Judging photos, one after the other.
extension Browser {
  /// Begins to judge the photos of the list, or those that are selected, from the one under the cursor on.
  ///
  /// The judging of a list goes on where it was left, unless the cursor was moved in it.
  func cull() {
    guard photo.cull == nil else { return }
    let start = (scope: lists.photos.scope, filter: lists.photos.arrangement.filter)
    guard !lists.photos.selection.isEmpty, !showsPhoto else { return cullList(from: start) }
    let isSelected = lists.photos.list.selectedID.map(lists.photos.selection.contains) ?? false
    let first = isSelected ? lists.photos.list.selectedID : lists.photos.selected.first?.objectID
    // The selected photos are listed alone, and not selected in that list.
    lists.focus = .photos
    attempt { try filter("") }
    list(selectedPhotos, selecting: first) { [weak self] in
      guard let self else { return }
      beginCulling(from: start, of: nil)
      guard photo.cull != nil else { return }
      lists.photos.selection.removeAll()
      followPhoto()
    }
  }

  /// Begins to judge the photos that are listed.
  ///
  /// - Parameters:
  ///   - start: The place to which the session leads back.
  ///   - list: The name of the list; `nil` for photos that are not listed again.
  ///   - goingOn: A Boolean value that indicates whether the photo under the cursor is where the judging was left.
  func beginCulling(
    from start: (scope: PhotoScope, filter: String), of list: String?, goingOn: Bool = false
  ) {
    if !showsPhoto { openPhoto() }
    guard showsPhoto else { return }
    let arrangement = lists.photos.arrangement
    photo.cull = CullSession(
      from: start, filter: (arrangement.filter, arrangement.filterCondition), of: list,
      where: lists.photos.listedCondition, in: library
    ) { [weak self] in self?.surface.setNeedsFrame() }
    let beginning = goingOn ? "Culling goes on" : "Culling"
    toasts.show(
      Toast(
        .info, "\(beginning): \(key(.pick)) picks, \(key(.reject)) rejects, 0 to 5 give stars",
        hint: hint(.help, "all keys")))
  }

  /// Ends the judging, and lists what was listed before; the cursor stays on its photo.
  func endCulling() {
    guard let cull = photo.cull else { return }
    keepCullPlace()
    cull.end()
    photo.cull = nil
    lists.photos.cursorWasMoved = true
    if let progress = cull.progress { toasts.show(Toast(.info, progress.summary)) }
    let id = lists.photos.list.selectedID
    attempt {
      let text = cull.start.filter
      try filterPhotos(
        by: text, where: text == cull.filter.text ? cull.filter.condition : condition(of: text))
    }
    if lists.photos.scope != cull.start.scope { list(cull.start.scope, selecting: id) }
  }

  /// Goes on after a photo was marked, unless that has taken it out of the list.
  func advance(from id: ManagedObjectID) {
    guard lists.photos.list.selectedID == id else { return }
    if lists.photos.list.view.position < lists.photos.list.controller.count { return step(1) }
    guard let progress = photo.cull?.progress else { return }
    toasts.show(Toast(.info, "The last photo. \(progress.summary)", hint: hint(.close, "ends culling")))
  }

  /// Makes the latest change of marks again.
  func repeatMark() {
    guard let latest = photo.cull?.latest else {
      return toasts.show(Toast(.info, "Nothing to repeat yet"))
    }
    mark(latest)
  }

  /// Goes to the next photo without any mark, around at the end.
  ///
  /// - Complexity: O(*n*) in the number of photos.
  func goToUnmarked() {
    guard let cull = photo.cull else { return }
    guard cull.progress != nil else { return showStillCounting() }
    let controller = lists.photos.list.controller
    let (count, position) = (controller.count, lists.photos.list.view.position)
    let places = (0..<count).lazy.map { (position + $0) % count }
    guard let place = places.first(where: { cull.marks[controller.objectID(at: $0)] == nil }) else {
      return toasts.show(Toast(.info, "Every photo here has a mark"))
    }
    closeCompare()
    lists.photos.list.view.goTo(place + 1)
  }

  /// Shows the photos with the next flag: all, undecided, picks, rejects.
  func turnCullView() {
    guard let cull = photo.cull, let index = CullSession.View.allCases.firstIndex(of: cull.view) else {
      return
    }
    guard let progress = cull.progress else { return showStillCounting() }
    let all = CullSession.View.allCases
    let next = (1..<all.count).lazy.map { all[(index + $0) % all.count] }
      .first { count(of: $0, in: progress) > 0 }
    guard let next else { return toasts.show(Toast(.info, "No photo has a flag yet")) }
    attempt {
      try list(next, of: cull)
      cull.view = next
      // The photos beside each other may not be among those that are shown then.
      closeCompare()
      toasts.show(Toast(.info, "Showing \(next.name)", hint: hint(.cullView, "the next")))
    }
  }

  /// Lists those of the photos that are judged which a view has, also if their marks took them out of the list.
  private func list(_ view: CullSession.View, of cull: CullSession) throws {
    let marked = cull.followed
    let judged = cull.filter.condition?.including(marked)
    guard let term = view.term else {
      return filterPhotos(by: cull.filter.text, where: judged, including: marked)
    }
    // The filter can be one of flags itself, which no photo of another view would meet.
    let text = try PhotoQuery(cull.filter.text).narrowedText(by: term, without: .flag)
    let flagged = try condition(of: term.text)
    filterPhotos(by: text, where: [judged, flagged].compactMap { $0 }.conjunction, including: marked)
  }

  private func showStillCounting() { toasts.show(Toast(.info, "The marks are still being counted")) }

  private func count(of view: CullSession.View, in progress: CullProgress) -> Int {
    switch view {
    case .all: progress.total
    case .undecided: progress.total - progress.picks - progress.rejects
    case .picks: progress.picks
    case .rejects: progress.rejects
    }
  }

  /// Turns going on after a mark on or off.
  func toggleAdvance() {
    guard let cull = photo.cull else { return }
    cull.advances.toggle()
    let text = cull.advances ? "A mark goes on to the next photo" : "A mark stays on the photo"
    toasts.show(Toast(.info, text))
  }

  // MARK: Bursts

  /// The photos around the one under the cursor that belong to its burst, in the order of the list.
  var burst: [Photo] {
    let photos = lists.photos.list.controller
    guard let place = lists.photos.list.view.cursor.map(photos.index(of:)) else { return [] }
    let range = Burst.range(around: place, count: photos.count) { photos.object(at: $0) }
    return range.map { photos.object(at: $0) }
  }

  /// Picks the photo under the cursor, rejects the others of its burst, and goes on behind the burst.
  func keepOfBurst() {
    let burst = burst
    guard let kept = lists.photos.list.selected else { return }
    if let compare, compare.focused != kept.objectID {
      return toasts.show(Toast(.info, "This photo is not listed any more, and so its burst is not known"))
    }
    guard burst.count > 1 else {
      return toasts.show(Toast(.info, "No other photo here was taken within 10 seconds of this one"))
    }
    choose(kept, among: burst) { [self] in
      closeCompare()
      let photos = lists.photos.list.controller
      guard let last = burst.last?.objectID, let path = photos.path(of: last) else { return }
      // Behind the last burst there is no photo.
      guard photos.index(of: path) + 1 < photos.count else { return }
      lists.photos.list.select(last)
      if photo.cull != nil { advance(from: last) }
    }
  }

  /// Picks a photo and rejects others, in one event, and then goes on.
  func choose(_ kept: Photo, among photos: [Photo], then goOn: @escaping () -> Void = {}) {
    let others = photos.filter { $0 !== kept }
    let name = "keeping “\(kept.title)” of \(photos.count)"
    attemptChange(name) { [self] in
      let isUndoable = try changeMarks([([kept], .flag(.pick)), (others, .flag(.reject))], name: name)
      toasts.show(
        Toast(
          .info, "Picked “\(kept.title)”, rejected \(Words.count(others.count, "other"))",
          hint: isUndoable ? hint(.undo, "undo") : nil))
      goOn()
    }
  }
}
