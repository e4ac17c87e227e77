import ArgumentParser
import Browser
import Foundation
import Pictures
import Terminal
import TerminalUI

/// The program: parses the command, runs it, and reports errors.
@main
struct Proofsheet: AsyncParsableCommand {
  static let version = "1.0.0"

  static let configuration = CommandConfiguration(
    commandName: "proofsheet",
    abstract: "A photo browser for the terminal.",
    version: """
      proofsheet \(version)
      \(Browser.notice)
      """,
    subcommands: [
      BrowseCommand.self, PickCommand.self, RefreshCommand.self, SyncCommand.self, LooksCommand.self,
      SourceCommand.self,
      PhotographersCommand.self,
      PhotosCommand.self, AlbumsCommand.self, AlbumCommand.self, ShowCommand.self, TagCommand.self,
      EditCommand.self, DeleteCommand.self, TrashCommand.self, RestoreCommand.self, CheckCommand.self,
      CopyCommand.self,
      ManualCommand.self,
    ],
    defaultSubcommand: BrowseCommand.self)

  /// Exit status: 0 done, 1 failed, 64 wrong usage.
  @MainActor
  static func main() async {
    StandardStreams.openClosed()
    LargeMemory.goesBackAtOnce()
    // libcurl reads the letters of host names by it.
    setlocale(LC_CTYPE, "")
    let status = await status()
    fflush(nil)
    // Not `exit`: it takes OpenSSL's global state from under a transfer that is just beginning or being ended.
    _exit(status)
  }

  @MainActor
  private static func status() async -> Int32 {
    do {
      try await runCommand()
      return EXIT_SUCCESS
    } catch let error as Interrupted {
      Talk.line("proofsheet: " + Sentence.of(error.cause))
      return error.status
    } catch let error as OutputError where error.isBrokenPipe {
      return EXIT_FAILURE
    } catch let error as UnknownCommand {
      Talk.text(error.message)
      return ExitCode.validationFailure.rawValue
    } catch let error as ValidationError {
      // The parser would print the usage of the whole program: it no longer knows the command.
      Talk.line("proofsheet: " + error.message)
      return ExitCode.validationFailure.rawValue
    } catch  where error is ExitCode || exitCode(for: error) != .failure {
      let text = fullMessage(for: error)
      if !text.isEmpty { Talk.text(text) }
      return exitCode(for: error).rawValue
    } catch {
      Talk.line("proofsheet: " + Sentence.of(error))
      return EXIT_FAILURE
    }
  }

  /// Parses and runs the command; help, the version and completion scripts go to standard output.
  @MainActor
  private static func runCommand() async throws {
    do {
      try ProcessLimits.prepare()
      var command = try command(Array(CommandLine.arguments.dropFirst()))
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
    } catch  where exitCode(for: error).isSuccess {
      let text = fullMessage(for: error)
      try Output.write(text: text == helpMessage() ? RootHelp.text : text)
    }
  }
}
