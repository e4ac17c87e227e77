import Flickr
import Foundation
import Pictures
import PictureBasics
import ZipReading

/// The pictures of the user's own files: smaller ones are made once and kept in the cache, larger ones are the file itself.
struct LocalPictures: Sendable {
  let cache: PictureCache
  let archives: ZipReader

  /// The sizes that are kept: thumbnails, and pictures for a pane or a small screen.
  private static let sizes: [(suffix: String, longerSide: Int)] = [("n", 320), ("l", 1_024)]
  private static let quality = 85
  /// The largest file that is shown.
  private static let largestFile = 128 << 20

  /// Returns the picture of a file for a size of the longer side in pixels; blocks on the disk and the processor.
  ///
  /// - Throws: ``PictureFetchError/file(path:reason:)``.
  func picture(
    of subject: PictureSubject, _ own: OwnPicture, longerSide: Int
  ) throws(PictureFetchError) -> PictureFile {
    let original = own.rendition
    // Before the file is read: if it changes meanwhile, the version is not that of what is read.
    let version = own.place.version
    let known = original.longerSide ?? .max
    guard let size = Self.sizes.first(where: { $0.longerSide >= longerSide && $0.longerSide < known }) else {
      return PictureFile(bytes: try read(own.place), rendition: original, version: version)
    }
    let kept = Self.rendition(size.suffix, of: original, version)
    if let bytes = cache.read(subject.flickrID, kept) {
      return PictureFile(bytes: bytes, rendition: kept, version: version).asCached
    }
    let bytes = try read(own.place)
    guard let small = Self.scaled(bytes, to: size.longerSide) else {
      // The next decoder of the file reports what is wrong with it.
      return PictureFile(bytes: bytes, rendition: original, version: version)
    }
    // A cache that cannot be written costs time only.
    try? cache.store(small, of: subject.flickrID, kept)
    return PictureFile(bytes: small, rendition: kept, version: version)
  }

  /// Returns the largest picture that is kept and is smaller than one for a size of the longer side; `nil` if there is none.
  func preview(of subject: PictureSubject, _ own: OwnPicture, longerSide: Int) -> PictureFile? {
    let original = own.rendition
    let version = own.place.version
    for size in Self.sizes.reversed() where size.longerSide < longerSide {
      let kept = Self.rendition(size.suffix, of: original, version)
      if let bytes = cache.read(subject.flickrID, kept) {
        return PictureFile(bytes: bytes, rendition: kept, version: version)
      }
    }
    return nil
  }

  private func read(_ place: OwnPicture.Place) throws(PictureFetchError) -> [UInt8] {
    guard case .entry(let name, let path) = place else { return try read(place.path) }
    do throws(ZipError) {
      return try archives.contents(of: name, in: path, limit: Self.largestFile)
    } catch {
      throw .file(path: place.description, reason: error.reason)
    }
  }

  private func read(_ path: String) throws(PictureFetchError) -> [UInt8] {
    guard let status = CacheFileStatus(userFile: path) else {
      throw .file(path: path, reason: "it is missing")
    }
    // Reading a pipe would wait for a writer, and reading a device would not end.
    guard status.isRegular else { throw .file(path: path, reason: "it is not a file") }
    if PhotoFileExtension.raw.contains(PhotoFileExtension.of(path)) { return try preview(inRawFile: path) }
    guard status.size <= Self.largestFile else { throw .file(path: path, reason: "it is too large to show") }
    guard let data = try? Data(contentsOf: URL(filePath: path)) else {
      throw .file(path: path, reason: "it cannot be read")
    }
    return [UInt8](data)
  }

  /// Returns the preview of a raw file, which is read only in part.
  private func preview(inRawFile path: String) throws(PictureFetchError) -> [UInt8] {
    do {
      return try RAWPreview.file(path: path)
    } catch let error as RAWPreviewError {
      throw .preview(path: path, reason: error.reason)
    } catch {
      throw .file(path: path, reason: "it cannot be read")
    }
  }

  /// Returns the smaller picture with a suffix, which is another one when the file changes.
  private static func rendition(
    _ suffix: String, of original: Rendition, _ version: PictureVersion?
  ) -> Rendition {
    Rendition(suffix: suffix, url: original.url + (version.map { "?" + $0.text } ?? ""))
  }

  /// Returns a smaller picture, upright and in sRGB; `nil` if the file cannot be decoded.
  private static func scaled(_ bytes: [UInt8], to longerSide: Int) -> [UInt8]? {
    let box = PixelSize(width: longerSide, height: longerSide)
    guard let picture = try? PictureDecoder.decode(bytes, fitting: box) else { return nil }
    let size = picture.fullSize.fitted(into: box)
    let bitmap = picture.bitmap.size == size ? picture.bitmap : picture.bitmap.resized(to: size)
    let file =
      isPNG(picture.format, bitmap) ? PNGEncoder.encode(bitmap) : JPEGEncoder.encode(bitmap, quality: quality)
    return file.isEmpty ? nil : file
  }

  /// Returns a Boolean value that indicates whether the smaller picture is a PNG: it may be transparent, or a drawing, whose
  /// edges a JPEG blurs.
  private static func isPNG(_ format: PictureFormat, _ bitmap: Bitmap) -> Bool {
    switch format {
    case .png, .gif: true
    case .webp, .heic, .avif: !bitmap.isOpaque
    default: false
    }
  }
}
