internal import CHEIF
import PhotoMetadata
import PictureBasics

/// Decodes the main picture of a HEIC or AVIF file with libheif, which turns and crops it as the container says.
///
/// The orientation by EXIF does not count (ISO 23008-12, section 7.3).
struct HEIFDecoder {
  private let bytes: [UInt8]
  private let format: PictureFormat
  private let limits: DecodingLimits
  private let library: HEIFFunctions?

  init(
    _ bytes: [UInt8], as format: PictureFormat, limits: DecodingLimits,
    library: HEIFFunctions? = HEIFLibrary.functions
  ) {
    self.bytes = bytes
    self.format = format
    self.limits = limits
    self.library = library
  }

  /// Decodes the picture, and makes it smaller as long as it covers what `need` gives for the whole, upright picture.
  func decode(_ need: (PixelSize) -> PixelSize) throws(PictureError) -> DecodedPicture {
    let missing = HEIFLibrary.missingPackage(for: format, library)
    guard let library, missing == nil else {
      throw .missingLibrary(format, package: missing ?? HEIFLibrary.package)
    }
    let items = HEIFItems(head: bytes)
    if let largest = items?.largestSize, largest.area > limits.pixels { throw .tooLarge(largest) }
    let isTiled = items?.isTiled ?? false
    guard let context = library.open() else { throw .damaged(format, "the decoder does not start") }
    defer { library.close(context) }
    library.set_largest_side(context, Int32(Double(min(limits.pixels, 1 << 30)).squareRoot()) + 1)
    // Several pictures are decoded at the same time already.
    library.set_threads(context, 0)
    return try bytes.withUnsafeBufferPointer { file throws(PictureError) in
      try check(library.read(context, file.baseAddress, file.count, nil))
      var handle: OpaquePointer?
      try check(library.primary(context, &handle))
      guard let handle else { throw .damaged(format, "") }
      defer { library.release_handle(handle) }
      return try decode(HEIFImage(handle, library), isTiled: isTiled, need)
    }
  }

  private func decode(
    _ image: HEIFImage, isTiled: Bool, _ need: (PixelSize) -> PixelSize
  ) throws(PictureError) -> DecodedPicture {
    let fullSize = image.size
    guard fullSize.area > 0 else { throw .damaged(format, "it does not say how large it is") }
    guard fullSize.area <= limits.pixels else { throw .tooLarge(fullSize) }
    guard let chosen = affordable(image, isTiled: isTiled) else { throw .tooLarge(fullSize) }
    let room = room(for: chosen, isTiled: isTiled)
    var bitmap = try chosen.bitmap(covering: need(fullSize), room: room, check)
    if let profile = image.profile,
      let transform = ColorTransform.transform(from: ColorProfile(bytes: profile, channels: .color))
    {
      bitmap = transform.converted(bitmap)
    }
    // A damaged container can name a smaller size than its picture has.
    let isUntrue = bitmap.size.area > fullSize.area
    return DecodedPicture(
      bitmap: bitmap, fullSize: isUntrue ? bitmap.size : fullSize, format: format, isTruncated: false)
  }

  /// Returns the picture, or if decoding it takes too much its largest thumbnail that does not; `nil` if there is none.
  private func affordable(_ image: HEIFImage, isTiled: Bool) -> HEIFImage? {
    func isAffordable(_ image: HEIFImage) -> Bool {
      image.size.area > 0 && room(for: image, isTiled: isTiled) > 0 && image.work <= limits.work
    }
    return isAffordable(image) ? image : image.thumbnails.first(where: isAffordable)
  }

  /// The largest number of pixels of the result.
  private func room(for image: HEIFImage, isTiled: Bool) -> Int {
    (limits.memory - image.decoderBytes(isTiled: isTiled)) / 4
  }

  private func check(_ error: proofsheet_heif_error) throws(PictureError) {
    guard error.code != proofsheet_heif_ok else { return }
    guard error.code != proofsheet_heif_out_of_memory else {
      throw .damaged(format, "the decoder has no memory")
    }
    // A message is a general one, a colon, and the cause.
    let message = String(cString: error.message)
    let cause = message.split(separator: ": ").last.map(String.init) ?? message
    throw .damaged(format, cause == "Unspecified" ? "" : String(cause.prefix(60)).lowercasedFirst)
  }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
