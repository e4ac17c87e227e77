internal import CLittleCMS
internal import Synchronization

/// A conversion of pixels from the colors of a profile to sRGB, which terminals show.
///
/// `@unchecked Sendable`: the transform never changes, and any number of threads may use one that was made with
/// `cmsFLAGS_NOCACHE` (Little CMS, "Multithread safety").
final class ColorTransform: @unchecked Sendable {
  private let functions: LittleCMSFunctions
  private let handle: cmsHTRANSFORM
  private let channels: ColorProfile.Channels

  private init?(_ profile: ColorProfile, _ functions: LittleCMSFunctions) {
    let source = profile.bytes.withUnsafeBytes {
      functions.OpenProfileFromMem($0.baseAddress, cmsUInt32Number($0.count))
    }
    guard let source else { return nil }
    defer { _ = functions.CloseProfile(source) }
    guard functions.GetColorSpace(source) == profile.channels.signature,
      let target = functions.Create_sRGBProfile()
    else { return nil }
    defer { _ = functions.CloseProfile(target) }
    let handle = functions.CreateTransform(
      source, profile.channels.form, target, proofsheet_cms_rgb, cmsUInt32Number(INTENT_PERCEPTUAL),
      cmsUInt32Number(cmsFLAGS_NOCACHE))
    guard let handle else { return nil }
    self.functions = functions
    self.handle = handle
    channels = profile.channels
  }

  deinit { functions.DeleteTransform(handle) }

  /// Returns a picture with its colors converted.
  func converted(_ bitmap: Bitmap) -> Bitmap {
    var pixels = bitmap.pixels
    convert(&pixels)
    return Bitmap(size: bitmap.size, pixels: pixels)
  }

  /// Converts pixels of four bytes in place, to red, green, blue and opacity.
  ///
  /// Opacity stays as it is; pixels of ink become opaque.
  ///
  /// - Complexity: O(*pixels*); about 10 ns each for the profiles of cameras and editors.
  func convert(_ pixels: inout [UInt8]) {
    pixels.withUnsafeMutableBytes { bytes in
      functions.DoTransform(handle, bytes.baseAddress, bytes.baseAddress, cmsUInt32Number(bytes.count / 4))
      guard channels.isInk else { return }
      for index in stride(from: 3, to: bytes.count, by: 4) { bytes[index] = 255 }
    }
  }
}

extension ColorTransform {
  /// The result of preparing a profile.
  private enum Known {
    case transform(ColorTransform)
    /// The profile is damaged, is for other channels, or changes no color visibly.
    case identity
  }

  /// The transforms of the profiles met most recently: making one takes up to 20 ms, and the pictures of a camera or
  /// an editor have the same profile.
  private static let known = Mutex<[(profile: ColorProfile, result: Known)]>([])
  private static let knownCount = 8

  /// Returns the conversion from a profile to sRGB; `nil` if the pixels can stay as they are, because the profile is
  /// damaged or too large, describes other channels or is sRGB itself, or because Little CMS is not installed.
  static func transform(from profile: ColorProfile) -> ColorTransform? {
    // The profiles that are known stay in memory.
    guard profile.bytes.count <= ColorProfile.largest, let functions = LittleCMS.functions else { return nil }
    let known = known.withLock { known in
      if let index = known.firstIndex(where: { $0.profile == profile }) {
        let entry = known.remove(at: index)
        known.append(entry)
        return entry.result
      }
      let made = ColorTransform(profile, functions).flatMap { $0.isIdentity ? nil : $0 }
      if known.count == knownCount { known.removeFirst() }
      known.append((profile, made.map(Known.transform) ?? .identity))
      return known[known.count - 1].result
    }
    if case .transform(let transform) = known { return transform }
    return nil
  }

  /// A Boolean value that indicates whether no color changes by more than 1, as with the many profiles of sRGB.
  private var isIdentity: Bool {
    let steps: [UInt8] = [0, 16, 64, 128, 192, 255]
    let colors: [UInt8]
    switch channels {
    case .ink: return false
    case .gray: colors = steps.flatMap { [$0, $0, $0, 255] }
    case .color:
      colors = steps.flatMap { red in
        steps.flatMap { green in steps.flatMap { blue in [red, green, blue, 255] } }
      }
    }
    var converted = colors
    convert(&converted)
    return zip(colors, converted).allSatisfy { $0 < $1 ? $1 - $0 <= 1 : $0 - $1 <= 1 }
  }
}

extension ColorProfile.Channels {
  var isInk: Bool {
    if case .ink = self { return true }
    return false
  }

  /// The signature of the color space in a profile's header.
  fileprivate var signature: cmsColorSpaceSignature {
    switch self {
    case .color: cmsSigRgbData
    case .gray: cmsSigGrayData
    case .ink: cmsSigCmykData
    }
  }

  /// The layout of the pixels, as Little CMS describes it.
  fileprivate var form: cmsUInt32Number {
    switch self {
    case .color: proofsheet_cms_rgb
    case .gray: proofsheet_cms_gray
    case .ink(let isInverted): isInverted ? proofsheet_cms_inverted_ink : proofsheet_cms_ink
    }
  }
}
