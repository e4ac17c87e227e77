/// The programs that open photos and videos, each as a line like that of `:!`.
public nonisolated struct OpenRules: Sendable {
  /// The error in a rule.
  public struct SettingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind whose rule is wrong, or that there is not.
    public let kind: String
    /// The error as the end of a sentence.
    public let description: String
  }

  private static let usual = ["photo": "xdg-open %f &", "video": "xdg-open %u &"]
  private let calls: [String: ProgramCall]

  /// Opens files and pages with the programs that the desktop has for them.
  public init() { calls = Self.usual.compactMapValues { try? ProgramCall($0) } }

  /// Makes rules of settings: lines by the kinds of files, `photo` and `video`.
  ///
  /// - Throws: ``SettingError``.
  public init(_ settings: [String: String]) throws(SettingError) {
    var calls = OpenRules().calls
    for (kind, line) in settings.sorted(by: { $0.key < $1.key }) {
      guard Self.usual[kind] != nil else {
        throw SettingError(kind: kind, description: "there is no kind “\(kind)”; there are photo and video")
      }
      do {
        calls[kind] = try ProgramCall(line)
      } catch {
        throw SettingError(kind: kind, description: "the program for \(kind): \(error)")
      }
    }
    self.calls = calls
  }

  /// Returns the call for a kind of file; for an unknown one that for photos.
  func call(for kind: String?) -> ProgramCall? { calls[kind ?? ""] ?? calls["photo"] }
}
