internal import CTurboJPEG
import PictureBasics

/// Decodes one JPEG with libjpeg-turbo.
///
/// Only the TurboJPEG interface is used: it returns errors, while the one of libjpeg jumps over the frames of its caller.
struct JPEGDecoder {
  private let bytes: ArraySlice<UInt8>
  private let limits: DecodingLimits
  private let header: JPEGHeader

  init(_ bytes: ArraySlice<UInt8>, limits: DecodingLimits) {
    self.bytes = bytes
    self.limits = limits
    header = bytes.withUnsafeBytes { JPEGHeader($0) }
  }

  /// Decodes so much that it covers what `need` gives for the whole, upright picture.
  func decode(_ need: (PixelSize) -> PixelSize) throws(PictureError) -> DecodedPicture {
    try checkKind()
    try checkCost()
    let fullSize = header.orientation.applied(to: header.size)
    let size = try scaledSize(covering: header.orientation.applied(to: need(fullSize)))
    let decoded = try decompress(to: size)
    return DecodedPicture(
      bitmap: decoded.bitmap.turned(header.orientation), fullSize: fullSize, format: .jpeg,
      isTruncated: decoded.isTruncated)
  }
}

extension JPEGDecoder {
  private func checkKind() throws(PictureError) {
    guard let frame = header.frame else { throw .damaged(.jpeg, "it ends before the picture begins") }
    switch frame {
    case 0xC0, 0xC1, 0xC2, 0xC9, 0xCA: break
    case 0xC3, 0xCB: throw .rareJPEG("coded without loss")
    default: throw .rareJPEG("coded in layers")
    }
    guard header.precision == 8 else { throw .samplesTooDeep(bits: header.precision) }
    guard [1, 3, 4].contains(header.components.count) else {
      throw .rareJPEG("made of \(header.components.count) channels")
    }
    guard header.size.area > 0 else { throw .damaged(.jpeg, "it does not say how large it is") }
    guard header.scans > 0 else { throw .damaged(.jpeg, "it ends before the picture begins") }
  }

  private func checkCost() throws(PictureError) {
    guard header.size.area <= limits.pixels, header.coefficientBytes <= limits.memory else {
      throw .tooLarge(header.size)
    }
    guard work <= limits.work else { throw .tooLaborious(header.size) }
  }

  /// The cost of decoding, in the unit of the limits, as measured with noise and with empty passes: a pass
  /// over coefficients takes a quarter of the time of making the pixels, and arithmetic codes are read bit by
  /// bit.
  private var work: Int {
    let passes = header.isKeptWhole ? header.scans : 0
    let pixels = header.size.area * (4 + passes) / 4
    return header.isArithmetic
      ? 2 * pixels + 32 * bytes.count
      : pixels + (header.isKeptWhole ? 6 : 2) * bytes.count
  }

  /// The numbers of eighths that libjpeg-turbo makes with vector instructions: it makes all pixels in less time than
  /// five eighths of each side.
  private static let quick: Set = [1, 2, 4, 8]

  /// The smallest extent that covers `needed` and is quickly made, or one in between or the largest that there is if
  /// the memory does not allow more.
  private func scaledSize(covering needed: PixelSize) throws(PictureError) -> PixelSize {
    let room = (limits.memory - header.coefficientBytes) / (4 * header.orientation.bitmaps)
    let affordable = (1...8).prefix { scaled(eighths: $0).area <= room }
    let covering = affordable.filter { scaled(eighths: $0).covers(needed) }
    guard let eighths = covering.first(where: Self.quick.contains) ?? covering.first ?? affordable.last
    else { throw .tooLarge(header.size) }
    return scaled(eighths: eighths)
  }

  /// As the decoder computes it: rounded up.
  private func scaled(eighths: Int) -> PixelSize {
    PixelSize(width: (header.size.width * eighths + 7) / 8, height: (header.size.height * eighths + 7) / 8)
  }
}

extension JPEGDecoder {
  private func decompress(to size: PixelSize) throws(PictureError) -> (bitmap: Bitmap, isTruncated: Bool) {
    guard let handle = tjInitDecompress() else { throw .damaged(.jpeg, "the decoder does not start") }
    defer { tjDestroy(handle) }
    let isInk = header.components.count == 4
    let format = isInk ? TJPF_CMYK : TJPF_RGBA
    // The decoder makes each pixel that it reaches opaque: what stays 0 it did not reach.
    var pixels = [UInt8](repeating: 0, count: 4 * size.area)
    let status = bytes.withUnsafeBufferPointer { file in
      pixels.withUnsafeMutableBufferPointer { target in
        tjDecompress2(
          handle, file.baseAddress, UInt(file.count), target.baseAddress, Int32(size.width),
          Int32(4 * size.width), Int32(size.height), format.rawValue, TJFLAG_LIMITSCANS)
      }
    }
    let complaint = status == 0 ? nil : String(cString: tjGetErrorStr2(handle))
    let isFatal = status != 0 && tjGetErrorCode(handle) != TJERR_WARNING.rawValue
    if isFatal, isInk || !Self.isWorthShowing(pixels, size) {
      throw .damaged(.jpeg, complaint ?? "")
    }
    convertColors(&pixels)
    return (
      Bitmap(size: size, pixels: pixels),
      isFatal || !header.hasEnd || complaint.map(Self.isLoss) ?? false
    )
  }

  /// Converts the channels of the file to red, green and blue, by the file's profile if it has one, or the color space that EXIF
  /// names.
  private func convertColors(_ pixels: inout [UInt8]) {
    let channels: ColorProfile.Channels =
      switch header.components.count {
      case 1: .gray
      case 4: .ink(isInverted: header.isAdobe)
      default: .color
      }
    let embedded = header.profile.profile.map { ColorProfile(bytes: $0, channels: channels) }
    let named: ColorProfile? = header.isAdobeRGB && channels == .color ? .adobeRGB : nil
    if let transform = (embedded ?? named).flatMap(ColorTransform.transform) {
      transform.convert(&pixels)
    } else if channels.isInk {
      InkConversion(isInverted: header.isAdobe).convert(&pixels)
    }
  }

  /// Returns a Boolean value that indicates whether a decoder that gave up made at least the upper eighth.
  private static func isWorthShowing(_ pixels: [UInt8], _ size: PixelSize) -> Bool {
    let row = size.height / 8
    return pixels[4 * (row * size.width + size.width - 1) + 3] == 255
  }

  /// Returns a Boolean value that indicates whether what the decoder complained of means that pixels are
  /// missing; some of it is merely untidy.
  private static func isLoss(_ complaint: String) -> Bool {
    !["extraneous bytes", "JFIF", "Adobe"].contains { complaint.contains($0) }
  }
}
