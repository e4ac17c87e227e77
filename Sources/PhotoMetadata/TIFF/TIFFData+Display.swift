extension TIFFData {
  /// The orientation by EXIF, which is untrusted; `nil` if there is none.
  public var orientation: Int? { mainDirectory[0x0112]?.integer }

  /// A Boolean value that indicates whether the colors are those of Adobe RGB.
  public var isAdobeRGB: Bool {
    isAdobeRGB(details: mainDirectory[0x8769]?.integer.map { directory(at: $0).entries } ?? [:])
  }

  /// Returns a Boolean value that indicates whether the colors are those of Adobe RGB.
  ///
  /// Cameras write the interoperability index of the optional color space, and no sRGB (DCF 2.0; EXIF 2.32, section 4.6.3).
  ///
  /// - Parameter details: EXIF's own directory.
  func isAdobeRGB(details: [Int: TIFFEntry]) -> Bool {
    guard details[0xA001]?.integer != 1, let offset = details[0xA005]?.integer else { return false }
    return directory(at: offset).entries[0x0001]?.text == "R03"
  }
}
