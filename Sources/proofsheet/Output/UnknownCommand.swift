import Foundation
import Terminal

/// A first argument, or one after “help”, that is not a command.
struct UnknownCommand: Error {
  /// The unknown name that the user typed.
  let name: String

  /// Creates an error if the argument that names a command names none of the program.
  init?(_ arguments: [String]) {
    let isHelp = arguments.first == "help"
    guard let name = arguments.dropFirst(isHelp ? 1 : 0).first, !name.hasPrefix("-"),
      !(RootHelp.names + [ManualCommand.name, "help"]).contains(name), isHelp || !Self.isPath(name)
    else { return nil }
    self.name = SafeText.fitted(name, to: 40)
  }

  /// Returns whether an argument is a path, which may be that of a folder to browse.
  private static func isPath(_ name: String) -> Bool {
    name.contains("/") || FileManager.default.fileExists(atPath: name)
  }

  /// The error, the nearest command, and the list of all commands.
  var message: String {
    let nearest = RootHelp.names.map { ($0, Self.distance($0, name)) }.min { $0.1 < $1.1 }
    // At most every third letter is wrong.
    let hint = nearest.map { $0.1 <= max(1, $0.0.count / 3) ? " Did you mean “\($0.0)”?" : "" } ?? ""
    return """
      Error: There is no command “\(name)”.\(hint)
      Usage: \(RootHelp.usage)

      Commands:
      \(RootHelp.commands(width: 80))

      “proofsheet --help” shows options and keys.
      """
  }

  /// The number of letters to insert, delete or replace to turn one word into another (Levenshtein).
  private static func distance(_ one: String, _ other: String) -> Int {
    var row = Array(0...other.count)
    for (index, letter) in one.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, otherLetter) in other.enumerated() {
        let replaced = diagonal + (letter == otherLetter ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[other.count]
  }
}
