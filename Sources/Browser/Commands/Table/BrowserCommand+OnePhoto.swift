import Terminal
import TerminalUI

/// Keys of a photo alone.
nonisolated extension BrowserCommand {
  static let onePhoto = [
    nextPhoto, previousPhoto, panRight, panLeft, panDown, panUp, zoomIn, zoomOut, pixels, fill, strip,
    animation, close, enter,
  ]

  static let nextPhoto = BrowserCommand(
    "one.next", "Next", keys: ["n", .pageDown, .control("f")], help: "Show the next photo",
    count: "5n the fifth", group: .one, places: [.photo]
  ) { $0.step($1 ?? 1) }

  static let previousPhoto = BrowserCommand(
    "one.previous", "Previous", keys: ["N", .pageUp, .control("b")], help: "Show the previous photo",
    count: "5N the fifth", group: .one, places: [.photo]
  ) { $0.step(-($1 ?? 1)) }

  static let panRight = BrowserCommand(
    "one.right", "Right", keys: ["l", .right], help: "Pan right; when not zoomed, next photo",
    count: "3l by 3 steps", group: .one, places: [.photo]
  ) { $0.pan(dx: $1 ?? 1, dy: 0) }

  static let panLeft = BrowserCommand(
    "one.left", "Left", keys: ["h", .left], help: "Pan left; when not zoomed, previous photo",
    count: "3h by 3 steps", group: .one, places: [.photo]
  ) { $0.pan(dx: -($1 ?? 1), dy: 0) }

  static let panDown = BrowserCommand(
    "one.down", "Down", keys: ["j", .down], help: "Pan down; when not zoomed, next photo",
    count: "3j by 3 steps", group: .one, places: [.photo]
  ) { $0.pan(dx: 0, dy: $1 ?? 1) }

  static let panUp = BrowserCommand(
    "one.up", "Up", keys: ["k", .up], help: "Pan up; when not zoomed, previous photo",
    count: "3k by 3 steps", group: .one, places: [.photo]
  ) { $0.pan(dx: 0, dy: -($1 ?? 1)) }

  static let zoomIn = BrowserCommand(
    "one.zoom-in", "Zoom in", keys: ["+", "="], help: "Zoom in", count: "2+ by 2 steps", group: .one,
    places: [.photo]
  ) { $0.zoomed.zoom($1 ?? 1) }

  static let zoomOut = BrowserCommand(
    "one.zoom-out", "Zoom out", keys: ["-"], help: "Zoom out, until the whole photo is visible",
    count: "2- by 2 steps", group: .one, places: [.photo]
  ) { $0.zoomed.zoom(-($1 ?? 1)) }

  static let pixels = BrowserCommand(
    "one.pixels", "100 %", keys: ["z"], help: "Show the pixels of the photo as they are, or the whole photo",
    group: .one, places: [.photo]
  ) { browser, _ in browser.zoomed.togglePixels() }

  static let fill = BrowserCommand(
    "one.fill", "Fill or fit", keys: ["f"], help: "Fill the screen, or show the whole photo", group: .one,
    places: [.photo]
  ) { browser, _ in browser.zoomed.toggleFill() }

  static let strip = BrowserCommand(
    "one.strip", "Film strip", keys: ["t"], help: "Show the photos around below the photo, or no more",
    group: .one, places: [.photo]
  ) { browser, _ in browser.toggleStrip() }

  static let animation = BrowserCommand(
    "one.animation", "Animation", keys: ["a"], help: "Pause an animated picture, or continue it", group: .one,
    places: [.photo]
  ) { browser, _ in browser.toggleAnimation() }

  static let close = BrowserCommand(
    "one.close", "Back", keys: ["q", .escape],
    help: "Go back to the photos; the cursor is on this one", group: .one, places: [.photo]
  ) { browser, _ in browser.closePhoto() }

  static let enter = BrowserCommand(
    "one.enter", "Enter", keys: [.enter],
    help: "Go back to the photos; where photos are chosen for another program, choose this one", group: .one,
    places: [.photo]
  ) { browser, _ in
    if browser.session.options.pick == nil { browser.closePhoto() } else { browser.enter() }
  }
}
