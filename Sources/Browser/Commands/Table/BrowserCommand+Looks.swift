import Terminal
import TerminalUI

/// Photos that look alike.
nonisolated extension BrowserCommand {
  static let looks = [moreLikeThis, keepBest, notAlike]

  static let moreLikeThis = BrowserCommand(
    "photo.more-like-this", "More like this", keys: ["&"],
    help: "List the photos whose pictures are most like this one", group: .photos, places: [.lists, .photo],
    traits: .onPhotos, if: { $0.hasPhoto }
  ) { browser, _ in browser.listMoreLikeThis() }

  static let keepBest = BrowserCommand(
    "stack.keep-best", "Keep the best", keys: ["D"],
    help: "Keep the best photo of the stack, or of those selected, and delete the others", group: .photos,
    traits: .onPhotos, if: { $0.hasStack }
  ) { browser, _ in browser.keepBest() }

  static let notAlike = BrowserCommand(
    "stack.not-alike", "Not alike", keys: ["I"],
    help: "The photos of the stack are not alike; in an opened stack, the photo is not like the others",
    group: .photos, traits: .onPhotos, if: { $0.hasStack }
  ) { browser, _ in browser.separateStacks() }
}
