import PhotoLibrary
import Presentation
import Terminal
import TerminalUI
import WorldMap

/// A map of the world with the photos of a list, as numbers at the cells where they were taken.
///
/// Places are read, and clusters counted, in the background. What is drawn is always a view with the clusters that were counted
/// for it: it changes with them, and keys wait until then.
final class MapScreen: BrowserScreen {
  /// The view that was asked for last.
  private(set) var view = MapViewport(columns: 80, rows: 22)
  /// The view that is drawn, with its clusters; `nil` until places were read.
  private(set) var clusters: MapClusters?
  /// The cluster under the cursor.
  private(set) var selected: MapCluster?
  /// A Boolean value that indicates whether clusters are being counted.
  private(set) var isCounting = false
  private var isLoading = false
  /// The cluster that the view is enlarged for until it comes apart, and the view before.
  private var parting: (box: GeoBox, start: MapViewport)?
  /// Called when a cluster does not come apart at any scale.
  var onOnePlace: () -> Void = {}
  /// Called when the map has changed by itself.
  var onChange: () -> Void = {}
  let places: PhotoPlaces
  private var atlas = MapAtlas.empty
  /// The place that the cursor will be at when the clusters were counted; `nil` for the largest cluster.
  private var anchor: GeoPoint?
  /// The direction in which the cursor moves when the clusters were counted.
  private var step: MapClusters.Direction?
  /// The number of times that the view is enlarged when the clusters were counted.
  private var enlargements = 0
  private var counting: Task<Void, Never>?
  private var content = MapContent()
  /// The view whose lines ``content`` has.
  private var outlined: MapViewport?
  /// The place where a drag began, with the view at that time.
  private var drag: (point: Point, view: MapViewport)?

  /// Creates a map.
  ///
  /// - Parameters:
  ///   - places: The places of the photos.
  ///   - anchor: The place that the cursor is at first; `nil` for the largest cluster.
  init(_ places: PhotoPlaces, at anchor: GeoPoint?) {
    (self.places, self.anchor) = (places, anchor)
    places.onChange = { [weak self] in self?.count() }
  }

  var place: BrowserCommand.Place? { .map }
  var isOpaque: Bool { true }

  /// A Boolean value that indicates whether the map is still to change by itself.
  var isBusy: Bool { isLoading || isCounting || places.isBusy }

  /// Loads the lines and the names of the map, and reads the places after that, so that no number is seen without its name.
  func start(loading load: @escaping () async throws -> MapAtlas, onError: @escaping (any Error) -> Void) {
    isLoading = true
    Task { [weak self] in
      do { self?.use(try await load()) } catch { onError(error) }
      self?.isLoading = false
      self?.places.read()
    }
  }

  private func use(_ atlas: MapAtlas) {
    (self.atlas, outlined) = (atlas, nil)
    onChange()
  }

  // MARK: Clusters

  /// Counts the clusters of the view.
  private func count() {
    counting?.cancel()
    guard let points = places.points else { return onChange() }
    isCounting = true
    counting = Task { [weak self, view] in
      let found = try? await Self.clusters(of: points, in: view)
      guard !Task.isCancelled, let self, let found else { return }
      isCounting = false
      show(found)
    }
  }

  @concurrent nonisolated private static func clusters(
    of points: MapPoints, in view: MapViewport
  ) async throws -> MapClusters {
    try points.clusters(in: view)
  }

  private func show(_ found: MapClusters) {
    clusters = found
    let largest = found.clusters.max { $0.count < $1.count }
    selected = anchor.map { found.nearest(to: $0) } ?? largest
    if let step, let start = selected, let next = found.next(step, of: start) { select(next) }
    step = nil
    anchor = anchor ?? selected?.center
    enlargeOn()
    partOn()
    onChange()
  }

  private func select(_ cluster: MapCluster) { (selected, anchor) = (cluster, cluster.center) }

  /// Changes the view, and returns whether it changed.
  @discardableResult
  private func change(_ change: (inout MapViewport) -> Void) -> Bool {
    let before = view
    change(&view)
    guard view != before else { return false }
    count()
    return true
  }

  /// Enlarges the view by the next of several steps.
  ///
  /// One after the other, because the middle of a cluster may be a place without photos: the next step is around the nearest
  /// of the clusters that it came apart into.
  private func enlargeOn() {
    guard enlargements > 0 else { return }
    enlargements -= 1
    let middle = selected?.center ?? view.center
    if !change({ $0.zoom(1, around: middle) }) { enlargements = 0 }
  }

  /// Enlarges the view further, unless the cluster has come apart; shows the former view if it never does.
  private func partOn() {
    guard let parting, let clusters else { return }
    let isApart = clusters.clusters.count { parting.box.contains($0.center) } > 1
    let middle = selected?.center ?? view.center
    if !isApart, change({ $0.zoom(1, around: middle) }) { return }
    self.parting = nil
    guard !isApart else { return }
    change { $0 = parting.start }
    onOnePlace()
  }

  /// Stops reading and counting.
  func pauseWork() {
    places.isFollowing = false
    counting?.cancel()
    isCounting = false
  }

  /// Goes on after ``pauseWork()``.
  func resumeWork() {
    places.isFollowing = true
    count()
  }

  // MARK: Frames

  func layout(_ size: Size) {
    if view.columns != size.width || view.rows != size.height {
      view = view.resized(columns: size.width, rows: size.height)
    }
    // Clusters of a window of another size are replaced after this frame.
    let counted = clusters.flatMap { isOfSize($0.view, size) ? $0 : nil }
    let shown = counted?.view ?? view
    if outlined != shown {
      content.coasts = atlas.outline.raster(of: .coast, in: shown)
      content.borders =
        shown.degreesOfColumn <= Self.degreesWithBorders
        ? atlas.outline.raster(of: .border, in: shown) : BrailleRaster(columns: 0, rows: 0)
      outlined = shown
    }
    content.labels = counted.map(labels) ?? []
    content.note = note
  }

  /// The scale from which borders do not crowd the map.
  private static let degreesWithBorders = 1.0

  private func isOfSize(_ view: MapViewport, _ size: Size) -> Bool {
    view.columns == size.width && view.rows == size.height
  }

  private func labels(of clusters: MapClusters) -> [MapContent.Label] {
    clusters.clusters.compactMap { cluster in
      guard let place = clusters.labelPlace(of: cluster) else { return nil }
      return MapContent.Label(
        text: cluster.label, point: Point(x: place.x, y: place.y), size: ClusterSize(cluster.count),
        isSelected: cluster == selected)
    }
  }

  private var note: String {
    guard let points = places.points else {
      return places.hasFailed ? "The places could not be read" : "Reading places…"
    }
    if points.points.isEmpty { return "No photo here has a place" }
    return clusters?.clusters.isEmpty == true && !isCounting ? "No photos in view" : ""
  }

  func draw(in canvas: Canvas, isFocused: Bool) { content.draw(in: canvas) }

  func didDraw() {
    if let clusters, clusters.view != view, !isCounting { count() }
  }

  // MARK: Words

  /// The photos with a place, those under the cursor, and where that is.
  var segments: [StatusLine.Segment] {
    guard let points = places.points else { return [] }
    let placed = Words.number(points.points.count)
    let all =
      "\(placed) \(points.points.count == 1 ? "photo" : "photos") with a place, \(Words.number(points.unplaced)) without"
    var segments: [StatusLine.Segment] = [
      .init(all, short: "\(placed) placed", giving: 6, role: .weak, importance: 5)
    ]
    if let clusters, !clusters.view.showsAll {
      segments.append(.init("\(Words.number(clusters.count)) in view", role: .weak, importance: 3))
    }
    if let selected {
      let here = "\(Words.number(selected.count)) here"
      segments.append(
        .init(
          "\(here) · \(name(of: selected))", short: here, giving: 9, role: .strong,
          importance: 10))
    }
    return segments
  }

  /// The clusters in view with their names, the largest first; their numbers select them.
  var text: [String] {
    guard let points = places.points, let clusters else { return [note] }
    let summary =
      "Map: \(Words.number(points.points.count)) with a place, \(Words.number(points.unplaced)) without, "
      + "\(Words.count(clusters.clusters.count, "cluster")) with \(Words.count(clusters.count, "photo")) in view"
    let rows = zip(1..., ranked.prefix(Self.mostLines)).map(row)
    let rest = clusters.clusters.count - rows.count
    return [summary] + rows + (rest > 0 ? ["and \(rest) smaller ones; + shows less of the earth"] : [])
  }

  /// The cluster under the cursor, as in ``text``.
  var rowText: String? {
    zip(1..., ranked).first { $0.1 == selected }.map(row) ?? ""
  }

  private func row(_ number: Int, _ cluster: MapCluster) -> String {
    "\(number). \(Words.count(cluster.count, "photo")), \(name(of: cluster))"
  }

  private static let mostLines = 30

  private var ranked: [MapCluster] { (clusters?.clusters ?? []).sorted { $0.count > $1.count } }

  /// Selects the cluster with a number of ``text``.
  func select(number: Int) {
    let ranked = ranked
    if ranked.indices.contains(number - 1) { select(ranked[number - 1]) }
  }

  // MARK: The selected cluster

  /// The box of the cluster under the cursor.
  var selectedBox: GeoBox? {
    guard let clusters, let selected else { return nil }
    return clusters.view.grid.box(column: selected.column, row: selected.row)
  }

  /// The place of the cluster under the cursor, in words.
  var selectedName: String { selected.map(name) ?? "" }

  /// Returns the place of a cluster in words.
  private func name(of cluster: MapCluster) -> String {
    // The quarter of a meridian has 10,000 km, and the middle of a cell half a cell to its edges.
    atlas.name(of: cluster.center, within: 10_000 / Double((clusters?.view ?? view).grid.rows))
  }

  /// The facet that finds photos around the cluster under the cursor, as far as its cell reaches.
  var nearTerm: PhotoQuery.Term? {
    guard let selected, let box = selectedBox else { return nil }
    let corner = GeoPoint(latitude: box.south, longitude: box.west)
    let distance = max(1, Int((corner?.distance(to: box.center) ?? 20).rounded()))
    let decimals = distance > 100 ? 1 : distance > 10 ? 2 : 3
    let text = selected.center.decimals(decimals)
    return PhotoQuery.Term(facet: .near, value: "\(text),\(distance)km")
  }
}

// MARK: - Moving

extension MapScreen {
  /// Moves the cursor to the next cluster in a direction, and the view where there is none.
  func move(_ direction: MapClusters.Direction, _ count: Int) {
    for _ in 0..<count {
      guard let clusters, let selected, let next = clusters.next(direction, of: selected) else {
        step = direction
        return pan(direction, cells: max(1, visible(direction) / 4))
      }
      select(next)
    }
  }

  /// The cells of the grid from one edge of the view to the other.
  private func visible(_ direction: MapClusters.Direction) -> Int {
    [.left, .right].contains(direction) ? view.visibleColumns : view.visibleRows
  }

  /// Moves the view by cells of the grid; the cursor stays on its cluster as long as that is in view.
  func pan(_ direction: MapClusters.Direction, cells: Int) {
    let isForward = [.right, .down].contains(direction)
    let count = isForward ? cells : -cells
    let isAcross = [.left, .right].contains(direction)
    let changed = change { $0.pan(columns: isAcross ? count : 0, rows: isAcross ? 0 : count) }
    guard changed else { return step = nil }
    keepAnchorInView()
  }

  private func keepAnchorInView() {
    guard let anchor else { return }
    let place = view.position(of: anchor)
    let isInView = place.x < Double(view.columns) && (0..<Double(view.rows)).contains(place.y)
    if !isInView { self.anchor = view.center }
  }

  /// Enlarges the view around the cursor, or shows more with a negative number; returns whether it changed.
  func zoom(_ steps: Int, around point: GeoPoint? = nil) -> Bool {
    let middle = point ?? selected?.center ?? view.center
    let isStepwise = steps > 1 && places.points != nil
    let changed = change { $0.zoom(isStepwise ? 1 : steps, around: middle) }
    enlargements = changed && isStepwise ? steps - 1 : 0
    if changed, point != nil { keepAnchorInView() }
    return changed
  }

  /// Enlarges the view until the cluster under the cursor comes apart.
  ///
  /// - Precondition: The cluster has several photos.
  func zoomUntilApart() {
    guard let box = selectedBox, let middle = selected?.center else { return }
    parting = (box, view)
    if !change({ $0.zoom(1, around: middle) }) { parting = nil }
  }

  /// Shows the whole earth.
  func showWorld() { change { $0.showAll() } }

  // MARK: The mouse

  func handle(_ event: InputEvent, in browser: Browser) {
    guard case .mouse(let mouse) = event else { return }
    let cluster = clusters?.cluster(x: mouse.point.x, y: mouse.point.y)
    switch mouse.action {
    case .press:
      drag = (mouse.point, view)
      if let cluster { select(cluster) }
    case .doublePress: if cluster != nil { browser.openCluster() }
    case .drag: moveDrag(to: mouse.point)
    case .release: drag = nil
    case .wheelUp, .wheelDown:
      let point = view.point(x: Double(mouse.point.x) + 0.5, y: Double(mouse.point.y) + 0.5)
      _ = zoom(mouse.action == .wheelUp ? 1 : -1, around: point)
    }
  }

  private func moveDrag(to point: Point) {
    guard let drag else { return }
    let columns = Int((Double(drag.point.x - point.x) / view.cellWidth).rounded())
    let rows = Int((Double(drag.point.y - point.y) / view.cellHeight).rounded())
    let moved = change {
      $0 = drag.view
      $0.pan(columns: columns, rows: rows)
    }
    if moved { keepAnchorInView() }
  }

  func cancel(in browser: Browser) { browser.closeMap() }
}
