public import PhotoLibrary

extension RefreshPresentation {
  /// Returns the progress of a refresh as a phrase, such as “Fetching page 2: 5 of 10 KB”.
  public static func phrase(for progress: RefreshProgress) -> String {
    switch progress {
    case .fetching(let page, received: ...0, _): "Waiting for page \(page) …"
    case .fetching(let page, let received, let expected):
      "Fetching page \(page): \(amount(received, of: expected)) KB"
    case .waiting(let page, let why, let seconds): "Page \(page) \(why) \(seconds) s"
    case .reading(let folder, let files): "Reading \(folder): \(Words.count(files, "photo"))"
    case .saving(let page, let photos): "Saving page \(page): \(Words.count(photos, "photo"))"
    }
  }

  /// Returns the progress of a refresh in as few words as possible, for a narrow line.
  public static func shortPhrase(for progress: RefreshProgress) -> String {
    switch progress {
    case .fetching(let page, received: ...0, _): "Page \(page) …"
    case .fetching(let page, let received, _): "Page \(page): \(kilobytes(received)) KB"
    case .waiting(let page, _, let seconds): "Page \(page) waits \(seconds) s"
    case .reading(_, let files): "\(Words.count(files, "photo"))"
    case .saving(let page, _): "Saving page \(page)"
    }
  }

  private static func amount(_ received: Int, of expected: Int?) -> String {
    let received = kilobytes(received)
    return expected.map { "\(received) of \(max(kilobytes($0), received))" } ?? "\(received)"
  }

  private static func kilobytes(_ bytes: Int) -> Int { (bytes + 999) / 1000 }
}
