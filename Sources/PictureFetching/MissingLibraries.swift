import PictureBasics
import Pictures

/// The libraries of the system that decode pictures of the user's files, and are not installed.
public enum MissingLibraries {
  /// Returns the package of Debian without which a file cannot be shown, by its name; `nil` if nothing is missing.
  public static func package(forFile name: String) -> String? {
    PhotoFileExtension.format(of: name).flatMap(PictureLibraries.missingPackage)
  }
}
