/// The program in which the user edits texts.
///
/// It must block: a program that returns before the user is done, such as `code` without `--wait`, leaves the text as it is.
public struct TextEditor: Hashable, Sendable {
  /// The line of shell that starts it; the path of the file follows.
  public let line: String

  /// Chooses the program: that of the settings, else `$VISUAL`, else `$EDITOR`, else the first of the usual ones.
  ///
  /// - Parameters:
  ///   - setting: The line in the settings; `nil` for none.
  ///   - environment: The environment.
  ///   - isInstalled: Returns whether there is a program with a name.
  public init(setting: String?, environment: [String: String], isInstalled: (String) -> Bool) {
    let named = [setting, environment["VISUAL"], environment["EDITOR"]].compactMap(\.self)
    let usual = ["sensible-editor", "vi", "nano"]
    line =
      named.first { !$0.allSatisfy(\.isWhitespace) } ?? usual.first(where: isInstalled) ?? "vi"
  }

  /// The name of the program, for messages.
  public var name: String {
    let word = line.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? line
    return word.split(separator: "/").last.map(String.init) ?? word
  }

  /// Returns the arguments that start the program with a file.
  ///
  /// As in Git, a shell understands the line, which can have arguments and quotes; the path is no part of it.
  public func arguments(for path: String) -> [String] { ["/bin/sh", "-c", line + " \"$@\"", name, path] }
}
