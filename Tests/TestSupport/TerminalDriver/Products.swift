public import Foundation

/// The executables that tests run.
///
/// The program itself is the one that ``programVariable`` names, such as the release build: faults that only the
/// optimizer brings about are found by no test of a debug build. Without that variable, and for all other executables,
/// it is the product that was built together with the tests.
public enum Products {
  /// A product that cannot be tested.
  public enum Unusable: Error, CustomStringConvertible {
    /// There is no executable at the path.
    case missing(path: String)
    /// The program at the path is older than a source file.
    case outdated(path: String, source: String)

    /// The path and the remedy.
    public var description: String {
      switch self {
      case .missing(let path):
        "there is no executable at \(path): build it, by `swift build` with the configuration of the tests or by `make build`"
      case .outdated(let path, let source):
        "\(path) is older than \(source): build it by `make build`"
      }
    }
  }

  /// The environment variable with the path of the program to be tested.
  public static let programVariable = "PROOFSHEET_PROGRAM"

  /// The folder of the build: the tests are an executable in it, beside the products.
  public static var directory: URL {
    // The runner of `swift test` is this executable itself, with a filter too.
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  }

  /// The path of the program to be tested.
  ///
  /// - Throws: `Unusable`.
  public static func program() throws(Unusable) -> String { try tested.get() }

  /// Looked for once: the sources are many.
  private static let tested = Result { () throws(Unusable) -> String in
    guard let path = ProcessInfo.processInfo.environment[programVariable] else {
      return try executable("proofsheet")
    }
    guard FileManager.default.isExecutableFile(atPath: path) else { throw .missing(path: path) }
    if let source = newerSource(than: path) { throw .outdated(path: path, source: source) }
    return path
  }

  /// A source file of the program that was changed after the executable was linked; nil when there is none.
  static func newerSource(than executable: String) -> String? {
    guard let built = date(executable) else { return nil }
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let files = FileManager.default.enumerator(atPath: root.appending(path: "Sources").path)
    while let file = files?.nextObject() as? String {
      let isCode = [".swift", ".h"].contains { file.hasSuffix($0) }
      guard isCode, !file.hasPrefix("Examples/") else { continue }
      let path = root.appending(path: "Sources/" + file).path
      if let changed = date(path), changed > built { return path }
    }
    return nil
  }

  private static func date(_ path: String) -> Date? {
    try? FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
  }

  /// The path of an executable product.
  ///
  /// - Throws: `Unusable.missing` if it was not built.
  public static func executable(_ name: String) throws(Unusable) -> String {
    let path = directory.appending(path: name).path
    guard FileManager.default.isExecutableFile(atPath: path) else { throw .missing(path: path) }
    return path
  }
}
