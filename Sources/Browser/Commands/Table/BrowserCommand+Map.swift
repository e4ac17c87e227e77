import Terminal
import TerminalUI
import WorldMap

/// Keys of the map.
nonisolated extension BrowserCommand {
  static let mapping = [
    mapRight, mapLeft, mapDown, mapUp, panMapRight, panMapLeft, panMapDown, panMapUp, mapZoomIn, mapZoomOut,
    apart,
    world, showCluster, near, closeMap,
  ]

  static let mapRight = BrowserCommand(
    "map.right", "Right", keys: ["l", .right], help: "Go to the next number at the right",
    count: "3l to the third", group: .map, places: [.map]
  ) { $0.map?.move(.right, $1 ?? 1) }

  static let mapLeft = BrowserCommand(
    "map.left", "Left", keys: ["h", .left], help: "Go to the next number at the left",
    count: "3h to the third", group: .map, places: [.map]
  ) { $0.map?.move(.left, $1 ?? 1) }

  static let mapDown = BrowserCommand(
    "map.down", "Down", keys: ["j", .down], help: "Go to the next number below", count: "3j to the third",
    group: .map, places: [.map]
  ) { $0.map?.move(.down, $1 ?? 1) }

  static let mapUp = BrowserCommand(
    "map.up", "Up", keys: ["k", .up], help: "Go to the next number above", count: "3k to the third",
    group: .map, places: [.map]
  ) { $0.map?.move(.up, $1 ?? 1) }

  static let panMapRight = BrowserCommand(
    "map.pan-right", "Pan right", keys: ["L"], help: "Move the view to the east", count: "3L by 3 steps",
    group: .map, places: [.map]
  ) { $0.map?.pan(.right, cells: $1 ?? 1) }

  static let panMapLeft = BrowserCommand(
    "map.pan-left", "Pan left", keys: ["H"], help: "Move the view to the west", count: "3H by 3 steps",
    group: .map, places: [.map]
  ) { $0.map?.pan(.left, cells: $1 ?? 1) }

  static let panMapDown = BrowserCommand(
    "map.pan-down", "Pan down", keys: ["J"], help: "Move the view to the south", count: "3J by 3 steps",
    group: .map, places: [.map]
  ) { $0.map?.pan(.down, cells: $1 ?? 1) }

  static let panMapUp = BrowserCommand(
    "map.pan-up", "Pan up", keys: ["K"], help: "Move the view to the north", count: "3K by 3 steps",
    group: .map, places: [.map]
  ) { $0.map?.pan(.up, cells: $1 ?? 1) }

  static let mapZoomIn = BrowserCommand(
    "map.zoom-in", "Zoom in", keys: ["+", "="], help: "Enlarge the map around the cursor",
    count: "3+ by 3 steps", group: .map, places: [.map]
  ) { $0.zoomMap($1 ?? 1) }

  static let mapZoomOut = BrowserCommand(
    "map.zoom-out", "Zoom out", keys: ["-"], help: "Show more of the earth", count: "3- by 3 steps",
    group: .map, places: [.map]
  ) { $0.zoomMap(-($1 ?? 1)) }

  static let apart = BrowserCommand(
    "map.apart", "Zoom into", keys: ["z"],
    help: "Enlarge the map until the number under the cursor comes apart", group: .map, places: [.map]
  ) { browser, _ in browser.zoomMapUntilApart() }

  static let world = BrowserCommand(
    "map.world", "World", keys: ["0"], help: "Show the whole earth", group: .map, places: [.map]
  ) { browser, _ in browser.map?.showWorld() }

  static let showCluster = BrowserCommand(
    "map.show", "Show photos", keys: [.enter],
    help: "List the photos of the number under the cursor; Esc goes back to the map", group: .map,
    places: [.map]
  ) { browser, _ in browser.openCluster() }

  static let near = BrowserCommand(
    "map.near", "Filter near", keys: ["f"],
    help: "Filter the photos by their distance from the cursor", group: .map, places: [.map]
  ) { browser, _ in browser.askForNear() }

  static let closeMap = BrowserCommand(
    "map.close", "Back", keys: ["q", .escape], help: "Go back to the list", group: .map, places: [.map]
  ) { browser, _ in browser.closeMap() }
}
