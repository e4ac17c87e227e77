internal import CWebP
import PictureBasics

/// A single picture of WebP: a whole file, or the chunks of a frame.
struct WebPStill {
  /// Pixels as the file has them, not upright yet.
  struct Picture {
    let size: PixelSize
    var pixels: [UInt8]
    let isTruncated: Bool
  }

  let size: PixelSize
  private let bytes: ArraySlice<UInt8>
  private let limits: DecodingLimits
  private let library: WebPFunctions
  private let isLossy: Bool

  /// Reads the extent and checks the cost of decoding.
  init(_ bytes: ArraySlice<UInt8>, limits: DecodingLimits, library: WebPFunctions) throws(PictureError) {
    var features = proofsheet_webp_features()
    let status = bytes.withUnsafeBufferPointer {
      library.features($0.baseAddress, $0.count, &features, proofsheet_webp_interface)
    }
    guard status == proofsheet_webp_ok else { throw Self.failure(status) }
    size = PixelSize(width: Int(features.width), height: Int(features.height))
    isLossy = features.format == 1
    self.bytes = bytes
    self.limits = limits
    self.library = library
    guard size.area > 0 else { throw .damaged(.webp, "it does not say how large it is") }
    guard size.area <= limits.pixels, decoderBytes < limits.memory else { throw .tooLarge(size) }
    guard work <= limits.work else { throw .tooLaborious(size) }
  }

  /// The cost of decoding, in the unit of the limits, as measured with noise: 12 megapixels took 0.9 s from 11 MB of lossy
  /// data, and 0.4 s from 36 MB of lossless data.
  private var work: Int {
    isLossy ? 3 * size.area + 7 * bytes.count : 4 * size.area + bytes.count
  }

  /// The memory that the decoder takes besides the result: all pixels of a lossless picture, and a byte of opacity each and
  /// a few rows of a lossy one.
  private var decoderBytes: Int { isLossy ? size.area + 1_024 * size.width : 4 * size.area }

  /// Decodes the smallest extent that covers `needed`, or the largest one that the memory allows.
  ///
  /// - Parameter copies: The number of bitmaps of the result that are in memory at the same time.
  func decode(covering needed: PixelSize, copies: Int) throws(PictureError) -> Picture {
    let target = try scaledSize(covering: needed, copies: copies)
    var task = proofsheet_webp_task()
    guard library.prepare(&task, proofsheet_webp_interface) != 0 else {
      throw .damaged(.webp, "the decoder does not start")
    }
    if target != size {
      task.options.is_scaled = 1
      task.options.scaled_width = Int32(target.width)
      task.options.scaled_height = Int32(target.height)
    }
    // What stays 0 the decoder did not reach.
    var pixels = [UInt8](repeating: 0, count: 4 * target.area)
    let status = pixels.withUnsafeMutableBufferPointer { pixels in
      task.output.mode = Int32(proofsheet_webp_rgba)
      task.output.is_external = 1
      task.output.pixels.rgba.bytes = pixels.baseAddress
      task.output.pixels.rgba.row_length = Int32(4 * target.width)
      task.output.pixels.rgba.count = pixels.count
      return run(&task)
    }
    let isComplete = status == proofsheet_webp_ok
    guard isComplete || pixels[(pixels.count / 8)...].contains(where: { $0 != 0 }) else {
      throw Self.failure(status)
    }
    return Picture(size: target, pixels: pixels, isTruncated: !isComplete)
  }

  /// Runs the decoder, which keeps the address of its task, and returns its status.
  private func run(_ task: inout proofsheet_webp_task) -> Int32 {
    withUnsafeMutablePointer(to: &task) { task in
      guard let decoder = library.start(nil, 0, task) else { return Self.outOfMemory }
      defer { library.end(decoder) }
      return bytes.withUnsafeBufferPointer { library.decode(decoder, $0.baseAddress, $0.count) }
    }
  }

  private func scaledSize(covering needed: PixelSize, copies: Int) throws(PictureError) -> PixelSize {
    let room = (limits.memory - decoderBytes) / (4 * copies)
    let scale = min(
      1,
      max(
        Double(needed.width) / Double(size.width), Double(needed.height) / Double(size.height)))
    let target = scaled(by: scale, .up)
    if target.area <= room { return target }
    let smaller = scaled(by: (Double(room) / Double(size.area)).squareRoot(), .down)
    guard smaller.area <= room else { throw .tooLarge(size) }
    return smaller
  }

  private func scaled(by scale: Double, _ rule: FloatingPointRoundingRule) -> PixelSize {
    PixelSize(
      width: min(size.width, max(1, Int((Double(size.width) * scale).rounded(rule)))),
      height: min(size.height, max(1, Int((Double(size.height) * scale).rounded(rule)))))
  }

  private static let outOfMemory: Int32 = 1

  /// The error for a status of the decoder (`VP8StatusCode`).
  private static func failure(_ status: Int32) -> PictureError {
    switch status {
    case outOfMemory: .damaged(.webp, "the decoder has no memory")
    case 4: .damaged(.webp, "it uses a feature that does not exist")
    case 5, 7: .damaged(.webp, "it ends before the picture begins")
    default: .damaged(.webp, "")
    }
  }
}
