import PhotoLibrary
import Terminal
import TerminalUI

/// Keys of photos that are judged. Digits are stars here, and no counts.
nonisolated extension BrowserCommand {
  static let culling =
    [pick, reject, unflag] + stars + labels + [
      skip, previousCulled, unmarked, repeatMark, compare, keepOfBurst, cullView, advance,
    ]

  static let pick = cullCommand("pick", "Pick", keys: ["p"], help: "Pick the photo", .flag(.pick))
  static let reject = cullCommand("reject", "Reject", keys: ["x"], help: "Reject the photo", .flag(.reject))
  static let unflag = cullCommand(
    "unflag", "Unflag", keys: ["u"], help: "Remove the flag of the photo", .flag(.none))

  private static let stars = PhotoMarks.starRange.map { stars in
    cullCommand(
      "stars-\(stars)", stars == 1 ? "1 star" : "\(stars) stars", keys: [.character(Character("\(stars)"))],
      help: stars == 0 ? "Remove the stars" : "Give the photo \(stars) \(stars == 1 ? "star" : "stars")",
      .stars(stars))
  }

  /// The colors of the digits after the stars, as in Lightroom; purple has no key there either.
  private static let labels = zip(6...9, [ColorLabel.red, .yellow, .green, .blue]).map { digit, label in
    cullCommand(
      label.name, "\(label.name.prefix(1).uppercased() + label.name.dropFirst()) label",
      keys: [.character(Character("\(digit)"))],
      help: "Give the photo the \(label.name) label, or take it away", .label(label))
  }

  private static func cullCommand(
    _ name: String, _ title: String, keys: [KeyEvent], help: String, _ change: MarkChange
  ) -> BrowserCommand {
    BrowserCommand(
      "cull.\(name)", title, keys: keys, help: help, group: .cull, places: [.cull], traits: .onPhotos
    ) { browser, _ in browser.mark(change) }
  }

  static let skip = BrowserCommand(
    "cull.skip", "Skip", keys: [" "], help: "Go on without a mark", group: .cull, places: [.cull],
    traits: .onPhotos
  ) { browser, _ in browser.step(1) }

  static let previousCulled = BrowserCommand(
    "cull.back", "Back", keys: [.backspace], help: "Go back to the photo before", group: .cull,
    places: [.cull], traits: .onPhotos
  ) { browser, _ in browser.step(-1) }

  static let unmarked = BrowserCommand(
    "cull.unmarked", "Next unmarked", keys: ["m"], help: "Go to the next photo without a mark", group: .cull,
    places: [.cull], traits: .onWholeList
  ) { browser, _ in browser.goToUnmarked() }

  static let repeatMark = BrowserCommand(
    "cull.repeat", "Repeat", keys: ["."], help: "Give the photo the same mark as the last one", group: .cull,
    places: [.cull], traits: .onPhotos
  ) { browser, _ in browser.repeatMark() }

  static let compare = BrowserCommand(
    "cull.compare", "Compare", keys: ["c"],
    help: "Show the photo beside the others of its burst, or beside the next one", group: .cull,
    places: [.cull], traits: .onPhotos
  ) { browser, _ in browser.openCompare() }

  static let keepOfBurst = BrowserCommand(
    "cull.keep", "Keep of burst", keys: ["K"],
    help: "Pick the photo, reject the rest of its burst, and go on behind it", group: .cull, places: [.cull],
    traits: .onPhotos
  ) { browser, _ in browser.keepOfBurst() }

  static let cullView = BrowserCommand(
    "cull.view", "View", keys: ["v"], help: "Show all photos, those without a flag, picks, or rejects",
    group: .cull, places: [.cull], traits: .onPhotos
  ) { browser, _ in browser.turnCullView() }

  static let advance = BrowserCommand(
    "cull.advance", "Advance", keys: ["a"], help: "Go on to the next photo after a mark, or stay",
    group: .cull, places: [.cull]
  ) { browser, _ in browser.toggleAdvance() }
}
