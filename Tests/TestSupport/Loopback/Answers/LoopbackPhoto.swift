/// A photo to write into a response.
public struct LoopbackPhoto: Sendable {
  /// The ID; omitted from responses when it is empty.
  public var id: String
  /// The title.
  public var title: String
  /// The NSID of the owner.
  public var ownerID: String
  /// The name of the owner.
  public var ownerName: String
  /// The description, with markup.
  public var description = ""
  /// The upload time in seconds since 1970.
  public var uploaded = 1_700_000_000
  /// The time of the last change in seconds since 1970; `nil` stands for a minute after the upload.
  public var updated: Int?
  /// The time when the photo was taken, local to the owner.
  public var taken = "2023-11-14 22:13:20"
  /// The precision of the time taken: 0 a second, 4 a month, 6 a year, 8 circa.
  public var takenGranularity = 0
  /// A Boolean value that indicates whether the time taken is unknown; `taken` is then the upload time.
  public var isTakenUnknown = false
  /// The tags, separated by blanks.
  public var tags = "one two"
  /// The number of views.
  public var views = 0
  /// The number of the license.
  public var license = 4
  /// The owner's name in URLs; `nil` is written as `null`.
  public var pathAlias: String?
  /// The base URL of the pictures, such as that of ``LoopbackPictures``, without a trailing slash.
  public var pictureHost = "https://live.staticflickr.com"
  /// The coordinates in degrees; `nil` is written as the number 0.
  public var place: (latitude: Double, longitude: Double)?
  /// `photo` or `video`.
  public var media = "photo"
  /// The size of the original.
  public var frame = PictureFrame(width: 1_024, height: 683)
  /// The format of the original; `nil` if the owner does not share sizes above 1024 pixels.
  public var originalFormat: String?
  /// The secret in the names of files up to 1024 pixels.
  public var secret = "0a1b2c3d4e"
  /// The secret in the names of larger files.
  public var largeSecret = "4e3d2c1b0a"
  /// The server part of the file names.
  public var server = "65535"

  /// Creates a photo.
  public init(id: String, title: String, ownerID: String, ownerName: String) {
    self.id = id
    self.title = title
    self.ownerID = ownerID
    self.ownerName = ownerName
  }

  /// The available sizes, the smallest first.
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

  /// The URL of the photo's page.
  public var page: String { "https://www.flickr.com/photos/\(pathAlias ?? ownerID)/\(id)/" }
}
