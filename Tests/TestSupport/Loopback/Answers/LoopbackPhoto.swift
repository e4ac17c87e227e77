/// A photo to be written into an answer.
public struct LoopbackPhoto: Sendable {
  /// Its id; left out when empty.
  public var id: String
  /// Its title.
  public var title: String
  /// The NSID of its owner.
  public var ownerID: String
  /// Its owner's name.
  public var ownerName: String
  /// Its description, with markup.
  public var description = ""
  /// Seconds since 1970.
  public var uploaded = 1_700_000_000
  /// Seconds since 1970 at which something about it was changed; `nil` is a minute after the upload.
  public var updated: Int?
  /// In the owner's time.
  public var taken = "2023-11-14 22:13:20"
  /// How well that is known: 0 a second, 4 a month, 6 a year, 8 circa.
  public var takenGranularity = 0
  /// Whether it is not known, and `taken` tells the upload.
  public var isTakenUnknown = false
  /// Words separated by blanks.
  public var tags = "one two"
  /// How often it was looked at.
  public var views = 0
  /// The number of its licence.
  public var license = 4
  /// The owner's name in addresses; written as `null` when `nil`.
  public var pathAlias: String?
  /// Where its pictures are, such as the address of ``LoopbackPictures``; without a slash at its end.
  public var pictureHost = "https://live.staticflickr.com"
  /// Degrees; written as the numbers 0 when `nil`.
  public var place: (latitude: Double, longitude: Double)?
  /// `photo` or `video`.
  public var media = "photo"
  /// How large the original is.
  public var frame = PictureFrame(width: 1_024, height: 683)
  /// The format of the original and of nothing else; `nil` when the owner keeps what is larger than 1024 to himself.
  public var originalFormat: String?
  /// What the names of its files hold, up to 1024 pixels.
  public var secret = "0a1b2c3d4e"
  /// What the larger ones hold.
  public var largeSecret = "4e3d2c1b0a"
  /// The folder of its files.
  public var server = "65535"

  /// Makes a photo.
  public init(id: String, title: String, ownerID: String, ownerName: String) {
    self.id = id
    self.title = title
    self.ownerID = ownerID
    self.ownerName = ownerName
  }

  /// The sizes that may be had, the smallest first.
  public var renditions: [(size: PictureSize, pixels: PictureFrame, url: String)] {
    PictureSize.all.compactMap { size in
      guard originalFormat != nil || !size.isRestricted, let pixels = size.pixels(of: frame) else {
        return nil
      }
      let ending = size.ending + "." + (size.side == 0 ? originalFormat ?? "jpg" : "jpg")
      return (
        size, pixels, "\(pictureHost)/\(server)/\(id)_\(size.isRestricted ? largeSecret : secret)\(ending)"
      )
    }
  }

  /// The address of its page.
  public var page: String { "https://www.flickr.com/photos/\(pathAlias ?? ownerID)/\(id)/" }
}
