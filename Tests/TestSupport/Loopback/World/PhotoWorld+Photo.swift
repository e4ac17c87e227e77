extension PhotoWorld {
  /// Returns the photo at an index, as responses contain it.
  public func photo(_ index: Int, pictureHost: String = "https://live.staticflickr.com") -> LoopbackPhoto {
    var photo = changed[id(index)] ?? generated(index)
    photo.pictureHost = pictureHost
    return photo
  }

  private func generated(_ index: Int) -> LoopbackPhoto {
    let owner = owner(number: owner(index))
    var photo = LoopbackPhoto(id: id(index), title: title(index), ownerID: owner.id, ownerName: owner.name)
    photo.pathAlias = owner.alias
    photo.description = description(index)
    photo.uploaded = uploaded(index)
    photo.updated = photo.uploaded + random(index, 30) % 1_000_000
    photo.taken = LoopbackTime.sql(taken(index))
    photo.isTakenUnknown = isTakenUnknown(index)
    photo.takenGranularity = [0: 4, 1: 6, 2: 8][random(index, 31) % 60] ?? 0
    photo.tags = tags(index).map { Vocabulary.tags[$0] }.joined(separator: " ")
    photo.views = random(index, 32) % 5_000
    photo.license = license(index)
    photo.place = place(index)
    photo.media = isVideo(index) ? "video" : "photo"
    photo.secret = secret(index, 33)
    photo.largeSecret = secret(index, 34)
    photo.frame = frame(index)
    photo.originalFormat = originalFormat(index)
    return photo
  }

  private func title(_ index: Int) -> String {
    guard let words = titleWords(index) else { return "" }
    let title = "\(Vocabulary.adjectives[words.adjective]) \(Vocabulary.nouns[words.noun])"
    return random(index, 35) % 4 == 0 ? "\(title) \(index)" : title
  }

  private func description(_ index: Int) -> String {
    switch random(index, 36) % 6 {
    case 0: "Seen by chance.\n\nThank you for looking &amp; reading!"
    case 1:
      "More at <a href=\"https://example.org/\(index)\" rel=\"noreferrer nofollow\">example.org</a> &#8230;"
    case 2: " "
    default: ""
    }
  }

  private func secret(_ index: Int, _ salt: UInt64) -> String {
    let digits = String(random(index, salt) % (1 << 40), radix: 16)
    return String(repeating: "0", count: 10 - digits.count) + digits
  }

  /// Returns the size of the original.
  func frame(_ index: Int) -> PictureFrame {
    let number = random(index, 37)
    if originalFormat(index) == "png" { return PictureFrame(width: 600, height: 400) }
    switch number % 8 {
    case 0: return PictureFrame(width: 1_600, height: 2_400)
    case 1: return PictureFrame(width: 2_048, height: 2_048)
    case 2: return PictureFrame(width: 4_000, height: 1_200)
    case 3: return PictureFrame(width: 640, height: 480)
    default: return PictureFrame(width: 3_000, height: 2_000)
    }
  }

  /// Returns the format of the original; one owner in three shares sizes above 1024 pixels.
  private func originalFormat(_ index: Int) -> String? {
    guard random(owner(index), 38) % 3 == 0 else { return nil }
    return random(index, 39) % 30 == 0 ? "png" : "jpg"
  }
}
