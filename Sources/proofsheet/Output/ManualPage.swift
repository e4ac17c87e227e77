import ArgumentParser
import Browser
import Foundation
import TerminalUI

/// The manual page of the program, for man(1): commands and options as the parser knows them, and the keys of the browser.
struct ManualPage {
  /// The description of a command that the parser gives (`_dumpHelp`), as far as the page needs it.
  private struct Tool: Decodable {
    struct Command: Decodable {
      var commandName: String
      var abstract: String?
      var shouldDisplay: Bool?
      var subcommands: [Command]?
      var arguments: [Argument]?
    }

    struct Argument: Decodable {
      struct Name: Decodable, Hashable {
        var kind: String
        var name: String
      }

      var kind: String
      var shouldDisplay: Bool
      var isRepeating: Bool
      var isOptional: Bool
      var names: [Name]?
      var valueName: String?
      var abstract: String?
    }

    var command: Command
  }

  private let command: Tool.Command
  private let keys: CommandTable

  /// Collects what the page says.
  ///
  /// - Throws: `DecodingError` if the parser describes commands in another form.
  init() throws {
    command = try JSONDecoder().decode(Tool.self, from: Data(Proofsheet._dumpHelp().utf8)).command
    keys = KeyBindings().table
  }

  /// The page in the language of man(7).
  var text: String {
    var lines = [
      #".TH PROOFSHEET 1 "" "proofsheet \#(Proofsheet.version)" "User Commands""#,
      ".SH NAME", #"proofsheet \- a photo browser for the terminal"#,
      ".SH SYNOPSIS", #".B proofsheet"#, #"[\fIcommand\fR|\fIdir\fR] [\fIoptions\fR]"#,
      ".SH DESCRIPTION",
      Self.escaped(
        "Photographers at the left, their photos at the right, as a list, as a sheet of thumbnails, or one photo "
          + "alone. Photos are fetched from Flickr in the background. Without a command, the browser is opened."
      ),
      ".SH OPTIONS", "Every command has these:",
    ]
    lines += Self.paragraphs(about: command.arguments ?? [])
    lines.append(".SH COMMANDS")
    for command in shownCommands { lines += section(command, []) }
    lines += [".SH KEYS", "In the browser:"]
    for group in keys.groups() {
      lines.append(".SS " + Self.quoted(group.title))
      for command in group.commands {
        lines += [".TP", #"\fB"# + Self.escaped(command.keysText) + #"\fR"#, Self.escaped(command.helpText)]
      }
    }
    lines += [".PP", Self.escaped(CommandTable.countNote), ".SH FILES"]
    for (path, meaning) in Self.files { lines += [".TP", ".I " + Self.escaped(path), Self.escaped(meaning)] }
    lines += [
      ".SH EXIT STATUS",
      "0 if the command did what it was asked to, 1 if it failed, 64 if it was called wrongly, 130 if Ctrl-C, or 143 if",
      "SIGTERM, ended copy, looks, refresh, sync or trash.",
      ".SH NOTES", Self.escaped(Browser.notice),
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  private var shownCommands: [Tool.Command] {
    (command.subcommands ?? []).filter { $0.shouldDisplay != false && $0.commandName != "help" }
  }

  /// The files of the program.
  private static let files = [
    ("~/.local/share/proofsheet", "the library, and where the browser was left"),
    ("~/.config/proofsheet/config.toml", "the configuration"),
    ("~/.config/proofsheet/key", "the key to Flickr's API"),
    ("~/.cache/proofsheet/pictures", "the pictures"),
    ("~/.local/state/proofsheet/log", "the messages of the browser"),
  ]

  private func section(_ command: Tool.Command, _ path: [String]) -> [String] {
    let path = path + [command.commandName]
    let arguments = (command.arguments ?? []).filter(\.shouldDisplay)
    let positional = arguments.filter { $0.kind == "positional" }.map { argument in
      let name = (argument.valueName ?? "") + (argument.isRepeating ? "..." : "")
      return argument.isOptional ? "[\(name)]" : name
    }
    var lines = [".SS " + Self.quoted((path + positional).joined(separator: " "))]
    lines.append(Self.escaped(command.abstract ?? ""))
    let options = arguments.filter { $0.kind != "positional" && !isGeneral($0) }
    lines += Self.paragraphs(about: options)
    for subcommand in command.subcommands ?? [] where subcommand.commandName != "help" {
      lines += section(subcommand, path)
    }
    return lines
  }

  /// Returns a Boolean value that indicates whether every command has an option.
  private func isGeneral(_ option: Tool.Argument) -> Bool {
    (command.arguments ?? []).contains { $0.names == option.names }
  }

  /// The names of options, each with its meaning.
  private static func paragraphs(about options: [Tool.Argument]) -> [String] {
    options.flatMap { [".TP", names(of: $0), escaped($0.abstract ?? "")] }
  }

  /// The names of an option in bold, with what follows them.
  private static func names(of argument: Tool.Argument) -> String {
    let names = (argument.names ?? []).map { name in
      #"\fB"# + escaped((name.kind == "long" ? "--" : "-") + name.name) + #"\fR"#
    }
    let value = argument.kind == "option" ? #" \fI"# + escaped(argument.valueName ?? "value") + #"\fR"# : ""
    return names.joined(separator: ", ") + value
  }

  /// A text whose characters have no meaning of their own, in ASCII (groff_man(7), “Portability”; groff_char(7)).
  private static func escaped(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\": #"\e"#
      case "-": #"\-"#
      case "~": #"\(ti"#
      case "^": #"\(ha"#
      case "`": #"\(ga"#
      case "\n": " "
      case _ where scalar.isASCII: String(scalar)
      default: #"\[u"# + String(format: "%04X", scalar.value) + "]"
      }
    }.joined()
    return [".", "'"].contains(escaped.prefix(1)) ? #"\&"# + escaped : escaped
  }

  /// A text as one argument of a macro.
  private static func quoted(_ text: String) -> String {
    "\"" + escaped(text).replacing("\"", with: "\"\"") + "\""
  }
}
