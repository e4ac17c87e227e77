public import Foundation

/// The executables that tests run.
///
/// The program under test is the one that ``programVariable`` specifies, such as the release build: tests of
/// a debug build cannot detect faults that only the optimizer causes. Without that variable, and for all
/// other executables, it is the product that was built together with the tests.
public enum Products {
  /// An error for a product that cannot be tested.
  public enum Unusable: Error, CustomStringConvertible {
    /// There is no executable at the path.
    case missing(path: String)
    /// The program at the path is older than a source file.
    case outdated(path: String, source: String)

    /// The path, and the way to fix the problem.
    public var description: String {
      switch self {
      case .missing(let path):
        "there is no executable at \(path): build it, by `swift build` with the configuration of the tests or by `make build`"
      case .outdated(let path, let source):
        "\(path) is older than \(source): build it by `make build`"
      }
    }
  }

  /// The environment variable with the path of the program under test.
  public static let programVariable = "PROOFSHEET_PROGRAM"

  /// The build folder, which contains the test executable and the products.
  public static var directory: URL {
    // The runner of `swift test` is this executable itself, with a filter too.
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  }

  /// Returns the path of the program under test.
  ///
  /// - Throws: `Unusable`.
  public static func program() throws(Unusable) -> String { try tested.get() }

  /// Determined once, because there are many source files.
  private static let tested = Result { () throws(Unusable) -> String in
    guard let path = ProcessInfo.processInfo.environment[programVariable] else {
      return try executable("proofsheet")
    }
    guard FileManager.default.isExecutableFile(atPath: path) else { throw .missing(path: path) }
    if let source = newerSource(than: path) { throw .outdated(path: path, source: source) }
    return path
  }

  /// Returns a Boolean value that indicates whether the program under test can open libraries in databases.
  ///
  /// It is then linked with libpq. The tests may have been built with the trait, and the program without.
  ///
  /// - Throws: `Unusable`, and `CocoaError` if the program cannot be read.
  public static func programHasDatabases() throws -> Bool {
    try Data(contentsOf: URL(filePath: program()), options: .alwaysMapped).range(of: Data("libpq.so".utf8))
      != nil
  }

  /// Returns a source file of the program that was changed after the executable was linked, or nil if there
  /// is none.
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

  /// Returns the path of an executable product.
  ///
  /// - Throws: `Unusable.missing` if it was not built.
  public static func executable(_ name: String) throws(Unusable) -> String {
    let path = directory.appending(path: name).path
    guard FileManager.default.isExecutableFile(atPath: path) else { throw .missing(path: path) }
    return path
  }
}
