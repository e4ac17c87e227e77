public import Foundation

extension CompiledModel {
  /// The names of the versions at a path, in alphabetical order, and that of the current one; a `.mom` file has one version.
  ///
  /// - Throws: An ``XcodeModelError`` if there is no compiled model, or no version is the current one.
  public static func versions(
    at path: String
  ) throws(XcodeModelError) -> (names: [String], current: String) {
    let folder = CompiledModelFolder(path)
    return (try folder.versions(), try folder.current())
  }

  /// Returns the name of the version that a store was written with, by the version hashes in the store's metadata.
  ///
  /// Xcode writes the hashes of each version into `VersionInfo.plist`, and Core Data those of its model into a store, so
  /// they can be compared although the rule of their computation is not public.
  ///
  /// - Parameters:
  ///   - path: The path of a `.momd` folder.
  ///   - hashes: The value of `NSStoreModelVersionHashes`: the hashes by the names of entities.
  /// - Returns: The version with the same hashes of the same entities; `nil` if there is none.
  /// - Throws: An ``XcodeModelError`` if the folder has no `VersionInfo.plist` that can be read.
  public static func version(
    at path: String, matching hashes: [String: Data]
  ) throws(XcodeModelError) -> String? {
    try CompiledModelFolder(path).info().hashes.filter { $0.value == hashes }.keys.min()
  }
}
