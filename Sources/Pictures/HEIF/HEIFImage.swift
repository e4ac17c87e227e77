internal import CHEIF
import PictureBasics

/// A picture in an open HEIC or AVIF file: the main one, or a thumbnail of it.
///
/// A thumbnail owns its handle; that of the main picture must be kept by the caller.
final class HEIFImage {
  /// The extent of the upright picture.
  let size: PixelSize
  private let handle: OpaquePointer
  private let library: HEIFFunctions
  private let ownsHandle: Bool

  init(_ handle: OpaquePointer, _ library: HEIFFunctions, ownsHandle: Bool = false) {
    (self.handle, self.library, self.ownsHandle) = (handle, library, ownsHandle)
    size = PixelSize(width: Int(library.width(handle)), height: Int(library.height(handle)))
  }

  deinit { if ownsHandle { library.release_handle(handle) } }

  /// The thumbnails, the largest first.
  var thumbnails: [HEIFImage] {
    var items = [UInt32](repeating: 0, count: 8)
    let count = Int(library.thumbnails(handle, &items, Int32(items.count)))
    let found = items.prefix(max(0, min(count, items.count))).compactMap { item -> HEIFImage? in
      var thumbnail: OpaquePointer?
      let error = library.thumbnail(handle, item, &thumbnail)
      return error.code == proofsheet_heif_ok
        ? thumbnail.map { HEIFImage($0, library, ownsHandle: true) } : nil
    }
    return found.sorted { $0.size.area > $1.size.area }
  }

  /// The color profile; `nil` if there is none.
  var profile: [UInt8]? {
    let size = library.profile_size(handle)
    guard size > 0, size <= ColorProfile.largest else { return nil }
    var profile = [UInt8](repeating: 0, count: size)
    return library.profile(handle, &profile).code == proofsheet_heif_ok ? profile : nil
  }

  private var isDeep: Bool { library.bits(handle) > 8 }

  /// The memory that the library takes while it decodes.
  ///
  /// As measured: 8 bytes a pixel for HEVC and 9 for AV1, 10 with opacity, 15 for more than 8 bits a sample. Of a picture in
  /// tiles, only one tile is decoded at a time.
  func decoderBytes(isTiled: Bool) -> Int { (isDeep ? 15 : isTiled ? 6 : 10) * size.area }

  /// The cost of decoding, in the unit of the limits.
  ///
  /// As measured with noise: 57 ns a pixel for HEVC, 43 for AV1, and 147 for more than 8 bits a sample.
  var work: Int { (isDeep ? 18 : 7) * size.area }

  /// Decodes the picture, and makes it smaller by a whole number as long as it covers `needed`, or until it fits.
  ///
  /// - Parameters:
  ///   - room: The largest number of pixels of the result.
  ///   - check: Throws the error of a failed call.
  func bitmap(
    covering needed: PixelSize, room: Int, _ check: (proofsheet_heif_error) throws(PictureError) -> Void
  ) throws(PictureError) -> Bitmap {
    guard let options = library.make_options() else { throw .tooLarge(size) }
    defer { library.free_options(options) }
    options.pointee.converts_to_8_bit = 1
    var image: OpaquePointer?
    try check(
      library.decode(
        handle, &image, Int32(proofsheet_heif_rgb), Int32(proofsheet_heif_interleaved_rgba), options))
    guard let image else { throw .tooLarge(size) }
    defer { library.release_image(image) }
    let channel = Int32(proofsheet_heif_interleaved)
    var rowLength: Int32 = 0
    let decoded = PixelSize(
      width: Int(library.image_width(image, channel)), height: Int(library.image_height(image, channel)))
    guard let plane = library.plane(image, channel, &rowLength), decoded.area > 0,
      Int(rowLength) >= 4 * decoded.width
    else { throw .tooLarge(size) }
    let pixels = PixelPlane(start: plane, rowLength: Int(rowLength), size: decoded)
    return pixels.reduced(by: pixels.factor(covering: needed, room: room))
  }
}
