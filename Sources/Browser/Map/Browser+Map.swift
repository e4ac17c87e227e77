import ObjectGraph
import PhotoLibrary
import Presentation
import TerminalUI
import WorldMap

/// The map of the listed photos.
extension Browser {
  /// The map, while it is open.
  var map: MapScreen? { screens.first(MapScreen.self) }

  /// Opens the map of the photos that are listed; the one that the list came from, if it did.
  func openMap() {
    if returnToMap() { return }
    let places = PhotoPlaces(of: library, where: lists.photos.listedCondition)
    places.onError = { [weak self] in self?.toasts.show(Toast(.error, "\($0)")) }
    let photo = lists.focus == .photos ? lists.photos.list.selected : nil
    let anchor = photo.flatMap { photo in
      photo.latitude.flatMap { latitude in
        photo.longitude.flatMap { GeoPoint(latitude: latitude, longitude: $0) }
      }
    }
    let map = MapScreen(places, at: anchor)
    map.onChange = { [weak self] in
      self?.surface.setNeedsFrame()
      self?.handleHeld()
    }
    map.onOnePlace = { [weak self] in
      guard let self else { return }
      toasts.show(
        Toast(.info, "These photos were taken at one place", hint: hint(.showCluster, "shows them")))
    }
    open(map)
    map.start { [folder = session.options.world, gazetteer = library.gazetteer] in
      try await MapAtlas.load(from: folder, gazetteer)
    } onError: { [weak self] in
      self?.toasts.show(Toast(.error, "\($0)"))
    }
  }

  /// Closes the map.
  func closeMap() {
    guard let map else { return }
    map.pauseWork()
    close(map)
  }

  /// Shows a map that was left.
  func showMap(_ map: MapScreen) {
    session.mapVisit = nil
    open(map)
    map.resumeWork()
  }

  /// Lists the photos of the cluster under the cursor, and no others.
  func openCluster() {
    guard let map, let box = map.selectedBox, let cluster = map.selected else { return }
    let former = lists.photos.arrangement.filter
    let term = PhotoQuery.Term(facet: .box, value: box.description)
    lists.focus = .photos
    attempt {
      let filter = try PhotoQuery(former).narrowedText(by: term)
      try self.filter(filter)
      closeMap()
      keepWay(backTo: map, from: former, filter: filter)
      toasts.show(
        Toast(
          .info, "\(Words.count(cluster.count, "photo")) · \(map.selectedName)",
          hint: hint(.escape, "back to the map")))
    }
  }

  /// Lets the user filter by the distance from the cluster under the cursor.
  func askForNear() {
    guard let map, let near = map.nearTerm else { return }
    lists.focus = .photos
    attempt {
      let text = try PhotoQuery(lists.photos.arrangement.filter).narrowedText(by: near)
      closeMap()
      let prompt = NearPrompt(self, map: map, text: text)
      ask(prompt)
      try prompt.changed(to: text)
    }
  }

  /// Remembers the map that a filter came from.
  func keepWay(backTo map: MapScreen, from former: String, filter: String) {
    session.mapVisit = MapVisit(
      map: map, formerFilter: former, filter: filter, scope: lists.photos.scope)
  }

  /// Goes back to the map that the listed photos came from, and returns whether they did.
  func returnToMap() -> Bool {
    guard let visit = session.mapVisit, lists.focus == .photos, visit.scope == lists.photos.scope,
      visit.filter == lists.photos.arrangement.filter
    else { return false }
    attempt { try filter(visit.formerFilter) }
    showMap(visit.map)
    return true
  }

  /// Enlarges the map, or shows more of it.
  func zoomMap(_ steps: Int) {
    guard let map, !map.zoom(steps) else { return }
    let text = steps > 0 ? "The map cannot be enlarged any more" : "This is the whole earth"
    toasts.show(Toast(.info, text))
  }

  /// Enlarges the map until the number under the cursor comes apart.
  func zoomMapUntilApart() {
    guard let map, let selected = map.selected else { return }
    guard selected.count > 1 else {
      return toasts.show(Toast(.info, "This is one photo", hint: hint(.showCluster, "shows it")))
    }
    map.zoomUntilApart()
  }

  /// The status line of the map.
  var mapStatus: StatusLine? {
    guard commandPlace == .map, screens.takesCommands, let map else { return nil }
    let keys = [
      hint(.showCluster, "shows them"), hint(.mapZoomIn, "zoom in"), hint(.mapZoomOut, "out"),
      hint(.world, "world"), hint(.near, "near"), hint(.closeMap, "back"),
    ]
    let hints = zip(keys, 1...).map { StatusLine.Segment($0, importance: -$1) }
    return StatusLine(
      left: map.segments, middle: hints, right: [.init(hint(.help, "help"), importance: 1)])
  }
}
