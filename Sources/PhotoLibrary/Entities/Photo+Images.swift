import Flickr
import PictureFetching

extension Photo {
  /// The URL of the photo's page at Flickr, for attribution and for opening, or of the user's file; nil if its owner is
  /// unknown.
  public var pageURL: String? {
    isOwn
      ? ownPicture?.place.url ?? pictureSubject.renditions.first?.url
      : PhotoPageURL.text(owner: pathAlias ?? photographer?.ownerID, id: flickrID)
  }

  /// The width and height of the largest image in pixels, if known.
  public var largestSize: (width: Int, height: Int)? {
    if let own = ownPicture, let width = own.width, let height = own.height { return (width, height) }
    return RenditionText.largestSize(in: renditionText)
  }

  /// The ratio of width to height of the image as it is shown; 1.5, which is that of most photos, if it is not known.
  public var shape: Double {
    guard let size = largestSize, size.width > 0, size.height > 0 else { return 1.5 }
    let shape = Double(size.width) / Double(size.height)
    return turns.isMultiple(of: 2) ? shape : 1 / shape
  }

  /// The URL of the image for viewing: the largest up to 1024 pixels, which is publicly available.
  public var imageURL: String? {
    let preferred = ["l", "c", "z", "m", "n", "s", "q", "t", "sq"] + (isOwn ? ["o"] : [])
    return RenditionText.read(renditionText, photo: flickrID, firstOf: preferred)?.url
  }
}
