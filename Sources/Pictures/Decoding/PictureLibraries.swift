public import PictureBasics

/// The libraries of the system that decode pictures, and are loaded when they are needed.
public enum PictureLibraries {
  /// Returns the package of Debian without which pictures of a format cannot be shown; `nil` if it is installed, or not needed.
  ///
  /// The first call for a format loads its library.
  public static func missingPackage(for format: PictureFormat) -> String? {
    switch format {
    case .gif: GIFLibrary.functions == nil ? GIFLibrary.package : nil
    case .webp: WebPLibrary.functions == nil ? WebPLibrary.package : nil
    case .heic, .avif: HEIFLibrary.missingPackage(for: format, HEIFLibrary.functions)
    default: nil
    }
  }
}
