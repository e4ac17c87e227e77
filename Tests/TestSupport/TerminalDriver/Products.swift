public import Foundation

/// The executables that were built together with the running tests.
public enum Products {
  /// A product that is not there.
  public struct Missing: Error, CustomStringConvertible {
    /// Where the product was looked for.
    public let path: String

    /// The path and the remedy.
    public var description: String {
      "there is no executable at \(path): build it by `swift build` with the configuration of the tests"
    }
  }

  /// The folder of the build: the tests are an executable in it, beside the products.
  public static var directory: URL {
    // The runner of `swift test` is this executable itself, with a filter too.
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  }

  /// The path of an executable product.
  ///
  /// - Throws: `Missing` if it was not built.
  public static func executable(_ name: String) throws(Missing) -> String {
    let path = directory.appending(path: name).path
    guard FileManager.default.isExecutableFile(atPath: path) else { throw Missing(path: path) }
    return path
  }
}
