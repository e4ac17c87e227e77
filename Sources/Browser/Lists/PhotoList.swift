import FetchedResults
import ObjectGraph
import PhotoLibrary
import Presentation
import TerminalPictures
import TerminalUI

/// The photos of one photographer, or all, as a list or as a sheet of thumbnails.
final class PhotoList {
  let list: ObjectList<Photo>
  private(set) var scope = PhotoScope.empty
  /// The album whose photos the scope has, also after it was deleted.
  private var scopeAlbum: Album?
  /// The condition of the scope; `nil` for all photos.
  private var condition: FetchPredicate? = .constant(false)
  /// The order, the sections and the filter that were chosen last.
  private(set) var arrangement = PhotoArrangement()
  /// The arrangements in which rows were requested last, the newest last: the rows are in one of them.
  private var requestedArrangements = [PhotoArrangement()]
  /// The number of choices of an arrangement whose photos are still being read.
  private var arrangings = 0
  private var latestChoice = 0
  /// The photos that commands act on together, whether they are listed or not.
  let selection: PhotoSelection
  /// A Boolean value that indicates whether a change to another list of photos is in progress.
  private(set) var isTurning = false
  /// A Boolean value that indicates whether no photos are listed because those turned to last could not be read.
  private(set) var isUnread = false
  private let context: ManagedObjectContext
  private var wanted: (photo: ManagedObjectID, line: Int?)?
  /// The photo that the cursor was on when the photos were listed; `nil` before.
  private var firstID: ManagedObjectID?
  /// A Boolean value that indicates whether the cursor was moved since the photos were listed.
  var cursorWasMoved = false
  private var latestLoad = 0
  private var loading: (any ListController<Photo>)?
  /// Called when the photos turned to last are listed.
  private var whenListed: () -> Void = {}
  /// The number of selected photos that are not listed, and the selection that it was counted for.
  private var hidden: (ids: Set<ManagedObjectID>, count: Int)?
  /// The rows of the range that is being selected, as long as the list and the beginning of the range stay the same.
  var rangeRows: ClosedRange<Int>?

  init(context: ManagedObjectContext, pictures: PictureLoader, facts: PhotographerFacts) throws {
    self.context = context
    selection = PhotoSelection(context: context)
    let rows = Rows(facts)
    list = ObjectList(
      try Self.emptyController(context),
      twoLinesBelow: 52,
      emptyText: "No photos",
      present: { rows.row(of: $0) }, header: { rows.header($0, count: $1, first: $2) },
      tile: { photo, size in
        PhotoPresentation.tile(
          of: photo, sign: rows.stackSign(of: photo), isMarked: rows.isMarked(photo),
          state: pictures.state(of: .init(photo: photo.objectID, box: size, fit: rows.fit)),
          color: pictures.meanColor(of: photo.objectID))
      }, shape: { $0.shape }, isLimited: { !$0.isOwn }, prepare: rows.prepare)
    rows.owner = self
  }

  /// The state that the rows need for their display; separate, because the list is created before its owner.
  private final class Rows {
    weak var owner: PhotoList?
    private let facts: PhotographerFacts
    /// The photographers of the rows in view: if nothing held them, each frame would read them again.
    private var photographers: [ManagedObject] = []
    /// The way in which pictures fit into tiles.
    var fit: PictureFit { owner?.list.sheet?.kind.fit ?? .whole }

    init(_ facts: PhotographerFacts) { self.facts = facts }

    func row(of photo: Photo) -> ListRow {
      var row = PhotoPresentation.row(
        of: photo, order: owner?.arrangement.sort.order ?? .title, isMarked: isMarked(photo),
        photographer: photographer(of: photo))
      // The day stands at the left of the row already.
      if let owner, owner.arrangement.heading == .day, !owner.isInAlbumOrder, !owner.list.lines.hasHeaderLines
      {
        row.trailing = ""
      }
      row.title = stackSign(of: photo) + row.title
      if let reason = StackRow.reason(of: photo, in: listedScope) { row.trailing = reason }
      return row
    }

    /// Reads the photographers of photos, and what distinguishes them from namesakes, if their names are shown.
    func prepare(_ photos: [ManagedObjectID]) {
      guard let owner, showsPhotographers else { return photographers = [] }
      let listed = photos.compactMap { owner.context.object(with: $0) as? Photo }
      let ids = Set(listed.compactMap { $0.photographer?.objectID }).sorted()
      photographers = owner.context.readAhead(ids)
      if !owner.context.coordinator.store.isRemote { facts.prepareDistinctions(of: ids) }
    }

    private var showsPhotographers: Bool {
      guard let owner else { return false }
      return owner.scope.mixesPhotographers
        && (owner.arrangement.heading != .photographer || owner.isInAlbumOrder)
    }

    /// The name of the photographer where photos of many are listed, with what distinguishes namesakes.
    private func photographer(of photo: Photo) -> String? {
      guard showsPhotographers, let photographer = photo.photographer else { return nil }
      return PhotoPresentation.name(of: photographer, distinction: facts.distinction(of: photographer))
    }

    func header(_ name: String, count: Int, first: Photo) -> ListHeader {
      let isNamed = owner?.arrangement.heading == .photographer
      let title = isNamed ? first.photographer?.name ?? "" : name.isEmpty ? "Without a date" : name
      return ListHeader(title: title, trailing: String(count))
    }

    /// The sign of a stack of which the photo is the best, where stacks are listed.
    func stackSign(of photo: Photo) -> String { StackRow.sign(of: photo, in: listedScope) }

    /// The photos that the rows are of; none while others are read.
    private var listedScope: PhotoScope {
      guard let owner, !owner.isTurning else { return .empty }
      return owner.scope
    }

    func isMarked(_ photo: Photo) -> Bool { owner?.selection.contains(photo.objectID) ?? false }
  }

  /// Turns to other photos; what is listed now stays until ``load()`` has read them.
  ///
  /// - Parameters:
  ///   - scope: The photos.
  ///   - condition: The condition that they meet; `nil` for all photos.
  ///   - album: The album whose photos they are; they are listed in its order.
  ///   - photo: The photo that the cursor will be on, if it is among them.
  ///   - line: The line of the view in which it will be, if one is given.
  ///   - whenListed: Called when the first of them are listed, before a key that waited acts on them; not if others are
  ///     turned to before, or they cannot be read.
  func turn(
    to scope: PhotoScope, where condition: FetchPredicate?, of album: Album? = nil,
    selecting photo: ManagedObjectID? = nil, atLine line: Int? = nil,
    then whenListed: @escaping () -> Void = {}
  ) {
    if album !== scopeAlbum || scope != self.scope { arrangement.usesAlbumOrder = true }
    self.scope = scope
    scopeAlbum = album
    arrangement.ownOrder = scope.collection?.order
    self.condition = condition
    wanted = photo.map { ($0, line) }
    // What is being read is of other photos.
    latestLoad += 1
    (isTurning, isUnread) = (true, false)
    self.whenListed = whenListed
  }

  /// The photo that the cursor will be on when what was turned to last is listed.
  var wantedID: ManagedObjectID? { wanted?.photo }

  /// Reads those of the photos turned to last that are in view, and lists them; ``loadRest()`` reads the others.
  ///
  /// It has no effect when they are already listed: the cursor may have been moved since. If they cannot be read, none are
  /// listed: a key would act on rows of another title.
  func load() async throws {
    if isTurning { try await loadFirst() }
  }

  private func loadFirst() async throws {
    latestLoad += 1
    let number = latestLoad
    defer { if number == latestLoad { isTurning = false } }
    let controller = try makeController()
    // The photos that were turned to before can be a million.
    loading?.cancelFetch()
    list.controller.cancelFetch()
    loading = controller
    do {
      try await controller.loadPart(.first(around: wanted?.photo))
    } catch {
      if number == latestLoad, isTurning {
        whenListed = {}
        isUnread = true
        list.show(try Self.emptyController(context))
      }
      throw error
    }
    guard number == latestLoad else { return }
    loading = nil
    isTurning = false
    placeHeadings()
    requestedArrangements = [arrangement]
    (firstID, cursorWasMoved) = (nil, false)
    list.show(controller, selecting: wanted?.photo, atLine: wanted?.line)
    let whenListed = whenListed
    self.whenListed = {}
    whenListed()
  }

  private static func emptyController(
    _ context: ManagedObjectContext
  ) throws -> FetchedResultsController<Photo> {
    try FetchedResultsController(FetchRequest(where: .constant(false)), context: context)
  }

  /// Reads all photos that are listed, if some are missing.
  func loadRest() async throws { try await list.loadRest() }

  /// Reads again what could not be read before.
  func loadMissing() async throws {
    if isUnread { (isTurning, isUnread) = (true, false) }
    try await load()
    try await loadRest()
  }

  private func makeController() throws -> any ListController<Photo> {
    if let album, isInAlbumOrder {
      return try AlbumPhotos(of: album.objectID, where: arrangement.filterCondition, context: context)
    }
    let sections = arrangement.sections
    return try FetchedResultsController(
      FetchRequest<Photo>(where: listedCondition, order: sections.keys), sectionKeyPath: sections.path,
      sectionNameLength: sections.length, context: context)
  }

  /// The album whose photos the scope has; `nil` for other photos, and if it was deleted.
  var album: Album? { scopeAlbum.flatMap { $0.isDeleted || $0.managedObjectContext == nil ? nil : $0 } }

  /// A Boolean value that indicates whether the photos are listed in the order of their album.
  var isInAlbumOrder: Bool { followsAlbum(arrangement) }

  private func followsAlbum(_ arrangement: PhotoArrangement) -> Bool {
    album != nil && arrangement.usesAlbumOrder
  }

  /// The name of the order for display, and a short one.
  var orderName: (long: String, short: String) {
    isInAlbumOrder ? ("album order", "album") : arrangement.orderName
  }

  /// Puts the headings where they cost least: dates beside the rows, if the list is wide, and names above them.
  private func placeHeadings() {
    let columns = isInAlbumOrder ? nil : arrangement.sections.length.map { $0 + 1 }
    list.lines.headings = columns.map { .margin(columns: $0, from: Self.leastWidthBesideDates) } ?? .lines
  }

  /// The width from which dates stand beside the rows.
  private static let leastWidthBesideDates = 52

  // MARK: Arrangement

  /// Has the first list be arranged in a way.
  func start(with arrangement: PhotoArrangement) { self.arrangement = arrangement }

  /// Chooses another arrangement at once, for the next key may ask for what follows this choice; ``rearrange()`` must follow,
  /// and lists the photos so.
  func choose(_ change: (inout PhotoArrangement) throws -> Void) rethrows {
    try change(&arrangement)
    latestChoice += 1
    arrangings += 1
  }

  /// A Boolean value that indicates whether the rows are not those of the arrangement that was chosen last, of which the first
  /// are being read.
  var isArranging: Bool { arrangings > 0 && !isShown(arrangement) }

  /// The arrangement of the rows, all of them or a part.
  private var shownArrangement: PhotoArrangement {
    requestedArrangements.last { isShown($0) } ?? requestedArrangements[0]
  }

  /// Returns a Boolean value that indicates whether the rows, all or a part, are in an arrangement.
  private func isShown(_ arrangement: PhotoArrangement) -> Bool {
    let isInAlbumOrder = followsAlbum(arrangement)
    if let controller = list.controller as? AlbumPhotos {
      return isInAlbumOrder && controller.album == album?.objectID
        && controller.lists(arrangement.filterCondition)
    }
    guard !isInAlbumOrder, let controller = list.controller as? FetchedResultsController<Photo> else {
      return false
    }
    let sections = arrangement.sections
    return controller.sectionKeyPath == sections.path && controller.sectionNameLength == sections.length
      && controller.request.order == sections.keys
      && controller.request.predicate == fullCondition(of: arrangement)
  }

  /// Lists the photos as was chosen last.
  ///
  /// If they cannot be read, the rows stay, and what was chosen is taken back.
  func rearrange() async throws {
    defer { arrangings -= 1 }
    if isTurning {
      try await load()
      return try await loadRest()
    }
    let (number, former) = (latestChoice, shownArrangement)
    // From now on, no former request lists anything.
    requestedArrangements = [former, arrangement]
    do {
      try await listArranged()
    } catch {
      if number == latestChoice, !isTurning {
        if !isShown(arrangement) {
          arrangement = former
          placeHeadings()
        }
        requestedArrangements = [arrangement]
      }
      throw error
    }
    guard number == latestChoice, !isTurning else { return }
    requestedArrangements = [arrangement]
    if arrangement.filter != former.filter { (firstID, cursorWasMoved) = (list.selectedID, false) }
  }

  private func listArranged() async throws {
    if let album = list.controller as? AlbumPhotos, isInAlbumOrder, album.album == self.album?.objectID {
      return try await list.replace { [arrangement] in
        try await album.replaceCondition(arrangement.filterCondition, showingFirst: $0)
      }
    }
    guard let controller = list.controller as? FetchedResultsController<Photo>, !isInAlbumOrder else {
      // The rows are of another kind.
      wanted = list.selectedID.map { ($0, list.view.cursorLine) }
      try await loadFirst()
      return try await loadRest()
    }
    let sections = arrangement.sections
    placeHeadings()
    try await list.replace { [listedCondition] in
      try await controller.replaceRequest(
        FetchRequest<Photo>(where: listedCondition, order: sections.keys), sectionKeyPath: sections.path,
        sectionNameLength: sections.length, showingFirst: $0)
    }
  }

  /// The number of selected photos that the list does not show.
  ///
  /// - Complexity: O(*m* log *n*) in the selected and the listed photos, after a change of either.
  var hiddenCount: Int {
    if selection.isEmpty || scope == .all && arrangement.filter.isEmpty && !isTurning { return 0 }
    if let known = hidden, known.ids == selection.ids { return known.count }
    let count = selection.ids.count { list.controller.path(of: $0) == nil }
    hidden = (selection.ids, count)
    return count
  }

  /// Discards what is known of the selected photos in the list, because the list changed.
  func listDidChange() { (hidden, rangeRows) = (nil, nil) }

  /// Discards the count of hidden selected photos before the selection changes.
  func selectionWillChange() { hidden = nil }

  /// Follows the cursor, which the user may have moved.
  func followCursor() {
    extendRange()
    guard !isTurning else { return }
    if firstID == nil { firstID = list.selectedID }
    if list.selectedID != firstID { cursorWasMoved = true }
  }

  /// The first photos of the list.
  func all(upTo count: Int) -> [Photo] {
    (0..<min(count, list.controller.count)).map { list.controller.object(at: $0) }
  }

  /// At most `count` photos from the one under the cursor on.
  func photos(fromCursor count: Int) -> [Photo] {
    guard let first = list.view.cursor.map(list.controller.index(of:)) else { return [] }
    return (first..<min(first + count, list.controller.count)).map { list.controller.object(at: $0) }
  }

  /// The photos after and before the one under the cursor.
  ///
  /// - Parameter ahead: The number of photos after it.
  func neighbors(ahead: Int = 1) -> [ManagedObjectID] {
    let place = list.view.position - 1
    return ((1...max(1, ahead)).map { place + $0 } + [place - 1]).filter {
      (0..<list.controller.count).contains($0)
    }
    .map { list.controller.objectID(at: $0) }
  }

  /// The condition of all photos that are listed; `nil` for all of the library.
  var listedCondition: FetchPredicate? { fullCondition(of: arrangement) }

  private func fullCondition(of arrangement: PhotoArrangement) -> FetchPredicate? {
    [condition?.including(arrangement.included), arrangement.filterCondition].compactMap { $0 }.conjunction
  }

  /// The condition of the photos that a filter is for; `nil` for all of the library.
  var unfilteredCondition: FetchPredicate? { condition }
}
