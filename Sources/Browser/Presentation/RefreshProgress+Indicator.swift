import PhotoLibrary
import TerminalUI

extension RefreshProgress {
  /// The progress in words.
  var indicator: ProgressIndicator {
    switch self {
    case .fetching(let page, received: ...0, _):
      return ProgressIndicator("Waiting for page \(page) …", short: "Page \(page) …")
    case .fetching(let page, let received, let expected):
      let kilobytes = (received + 999) / 1000
      let total = expected.map { max(($0 + 999) / 1000, kilobytes) }
      let amount = total.map { "\(kilobytes) of \($0) KB" } ?? "\(kilobytes) KB"
      return ProgressIndicator(
        "Fetching page \(page): \(amount)", short: "Page \(page): \(kilobytes) KB", done: received,
        of: expected)
    case .waiting(let page, let why, let seconds):
      return ProgressIndicator("Page \(page) \(why) \(seconds) s", short: "Page \(page) waits \(seconds) s")
    case .saving(let page, let photos):
      return ProgressIndicator(
        "Saving page \(page): \(Words.count(photos, "photo"))", short: "Saving page \(page)")
    }
  }
}
