/// The numbers of a session of culling.
struct CullProgress: Hashable {
  /// The number of photos with a mark.
  let judged: Int
  /// The number of all photos.
  let total: Int
  /// The number of picked photos.
  let picks: Int
  /// The number of rejected photos.
  let rejects: Int
  /// The time that the others will take; `nil` if it is not known.
  let remaining: Duration?

  init(judged: Int, of total: Int, picks: Int, rejects: Int, remaining: Duration?) {
    (self.judged, self.total, self.picks, self.rejects) = (judged, total, picks, rejects)
    self.remaining = remaining
  }

  /// The numbers for the status line: `CULL 214/980 · 37 ✓ · 88 ✗ · 36 min left`.
  var text: String {
    guard let remaining, judged < total else { return counts }
    let minutes = (remaining.components.seconds + 30) / 60
    return counts + (minutes < 1 ? " · under a minute left" : " · \(minutes) min left")
  }

  /// Shorter forms: without the time, and without the numbers of picks and rejects.
  var shorterTexts: [String] { [counts, judgedCount] }

  private var counts: String { "\(judgedCount) · \(picks) ✓ · \(rejects) ✗" }
  private var judgedCount: String { "CULL \(judged)/\(total)" }

  /// The result in a sentence, for the end.
  var summary: String { "\(judged) of \(total) judged: \(picks) picked, \(rejects) rejected" }
}
