/// The extensions of the names of photo files, in lower case.
public enum PhotoFileExtension {
  /// Those of pictures that are decoded.
  public static let pictures: Set = [
    "jpg", "jpeg", "jpe", "png", "gif", "webp", "heic", "heif", "hif", "avif",
  ]
  /// Those of raw files, whose previews are shown.
  public static let raw: Set = ["cr2", "cr3", "nef", "arw", "dng", "raf", "orf", "rw2", "pef", "srw"]
  /// Those of all photo files that are shown.
  public static let shown = pictures.union(raw)
  /// Those of pictures that are not read.
  public static let others: Set = [
    "jxl", "tif", "tiff", "psd", "bmp", "crw", "nrw", "srf", "sr2", "x3f", "3fr", "iiq", "erf", "mrw", "rwl",
  ]

  /// Returns the extension of a name or a path; empty for one without a dot.
  public static func of(_ name: String) -> String {
    name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
  }

  /// Returns the format that the name of a file promises; `nil` for names of other files.
  public static func format(of name: String) -> PictureFormat? {
    switch of(name) {
    case "jpg", "jpeg", "jpe": .jpeg
    case "png": .png
    case "gif": .gif
    case "webp": .webp
    case "heic", "heif", "hif": .heic
    case "avif": .avif
    case let ending where raw.contains(ending): .raw
    default: nil
    }
  }
}
