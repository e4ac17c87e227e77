import ArgumentParser
import Browser
import Foundation
import Terminal
import TerminalUI

/// The help of the program as a whole: usage, commands, all options of the browser, and the keys.
enum RootHelp {
  /// The help as text, as wide as the terminal.
  @MainActor static var text: String {
    let width = min(max(PlainTerminal.width ?? 80, 40), 120)
    let intro =
      "A photo browser for the terminal. Without a command, it opens the browser, on a folder if one is given. “proofsheet help COMMAND” shows the "
      + "options of a command."
    return [
      "USAGE: \(usage)",
      WrappedText.lines(of: intro, width: width).joined(separator: "\n"),
      "COMMANDS:\n" + commands(width: width),
      options(width: width),
      "KEYS:\n\n" + KeyBindings().table.plainText(width: width).trimmingCharacters(in: .newlines),
      WrappedText.lines(of: Browser.notice, width: width).joined(separator: "\n"),
    ].joined(separator: "\n\n")
  }

  /// The synopsis of the program.
  static let usage = "proofsheet [<command>|<dir>] [<options>]"

  /// The commands for users.
  private static var commands: [any ParsableCommand.Type] {
    Proofsheet.configuration.subcommands.filter { $0.configuration.shouldDisplay }
  }

  /// The names of the commands.
  static var names: [String] {
    commands.compactMap { $0.configuration.commandName }
  }

  /// The commands with what they do, a line each.
  static func commands(width: Int) -> String {
    let column = (names.map(\.count).max() ?? 0) + 2
    return commands.flatMap { command in
      WrappedText.rows(
        command.configuration.commandName ?? "", command.configuration.abstract, column: column,
        width: width - 2
      ).map { "  " + $0 }
    }.joined(separator: "\n")
  }

  /// The part of the browser's help that lists options.
  private static func options(width: Int) -> String {
    let help = Proofsheet.helpMessage(for: BrowseCommand.self, columns: width)
    guard let start = help.firstRange(of: "OPTIONS:")?.lowerBound else { return help }
    return help[start...].trimmingCharacters(in: .newlines)
  }
}
