import ArgumentParser
import Browser
import Foundation
import Terminal
import TerminalUI

/// The program: finds out which command is meant, runs it, and tells what went wrong.
@main
struct Proofsheet: AsyncParsableCommand {
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "proofsheet",
    abstract: "A photo browser for the terminal.",
    discussion: """
      Without a command, the browser opens on the library. Keys in the browser:

      \(MainActor.assumeIsolated { Browser.commandTable.plainText })

      This product uses the Flickr API but is not endorsed or certified by SmugMug, Inc.
      """,
    version: """
      proofsheet \(version)
      This product uses the Flickr API but is not endorsed or certified by SmugMug, Inc.
      """,
    subcommands: [
      BrowseCommand.self, RefreshCommand.self, PhotographersCommand.self, PhotosCommand.self,
      DeleteCommand.self, RestoreCommand.self, CheckCommand.self,
    ],
    defaultSubcommand: BrowseCommand.self)

  /// Exit status: 0 done, 1 failed, 64 wrong usage.
  @MainActor
  static func main() async {
    let command: any ParsableCommand
    do {
      command = try parsed()
    } catch {
      exit(withError: error)
    }
    do {
      guard var command = command as? any AsyncParsableCommand else { return }
      try await command.run()
    } catch  where error is ExitCode || error is CleanExit || error is ValidationError {
      exit(withError: error)
    } catch {
      Talk.line("proofsheet: " + Sentence.of(error))
      exit(withError: ExitCode.failure)
    }
  }

  /// The command that is meant; those of the parser's own, such as help, end here.
  private static func parsed() throws -> any ParsableCommand {
    var command = try parseAsRoot()
    if !(command is any AsyncParsableCommand) { try command.run() }
    return command
  }
}
