import Flickr

extension Photo {
  /// The page of the photo at Flickr, to be credited and opened; nil when its owner is not known.
  public var pageURL: String? { PhotoPageURL.text(owner: pathAlias ?? photographer?.ownerID, id: flickrID) }

  /// Columns and rows of the largest image, in pixels, where the answer said.
  public var largestSize: (width: Int, height: Int)? {
    let sizes = RenditionText.read(renditionText).compactMap { rendition -> (width: Int, height: Int)? in
      guard let width = rendition.width, let height = rendition.height else { return nil }
      return (width, height)
    }
    return sizes.max { $0.width * $0.height < $1.width * $1.height }
  }

  /// The address of the image to look at: the largest up to 1024 pixels, which everybody may have.
  public var imageURL: String? {
    let renditions = RenditionText.read(renditionText)
    let preferred = ["l", "c", "z", "m", "n", "s", "q", "t", "sq"]
    return preferred.lazy.compactMap { suffix in renditions.first { $0.suffix == suffix }?.url }.first
  }
}
