import ArgumentParser
import Flickr
import Foundation
import PhotoLibrary
import Presentation

/// Names sources, and tries them.
struct SourceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "source", abstract: "Name sources, and test them.",
    subcommands: [Add.self, List.self, Remove.self, Test.self], defaultSubcommand: List.self)
}

extension SourceCommand {
  /// Gives a source a name.
  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "add", abstract: "Add a name for a source to the configuration.")

    @OptionGroup var options: LibraryOptions
    @Argument(help: "The name: letters, digits, hyphens and underscores.") var name: String
    @Argument(help: "The source, as --source takes it.") var source: String

    func run() async throws {
      let parsed: LibrarySource
      do { parsed = try LibrarySource(parsing: source) } catch { throw ValidationError(error.description) }
      try ConfigurationFile(options.configurationFile).add(name, parsed)
      try Output.write(line: "Added source \(name) (\(parsed)).")
    }
  }

  /// Lists the names.
  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "List the names and their sources, separated by tabs (the default).")

    @OptionGroup var options: LibraryOptions
    @Flag(help: "Print a JSON array.") var json = false

    func run() async throws {
      let named = try options.configuration().namedSources
      if json {
        var output = JSONArrayOutput()
        for source in named { try output.element(["name": source.name, "source": source.text]) }
        try output.end()
      } else {
        var output = Output()
        for source in named { try output.row([source.name, source.text]) }
        try output.end()
      }
    }
  }

  /// Takes a name away.
  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Remove a name; photos from the source stay.")

    @OptionGroup var options: LibraryOptions
    @Argument(help: "The name.") var name: String

    func run() async throws {
      try ConfigurationFile(options.configurationFile).remove(name)
      try Output.write(line: "Removed source \(name).")
    }
  }

  /// Tries the key and a source.
  struct Test: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "test",
      abstract: "Test the key and a source; nothing is imported.")

    @OptionGroup var options: LibraryOptions
    @OptionGroup var sources: SourceOptions
    @Argument(help: "The source or its name (default: that of --source).") var name: String?

    func run() async throws {
      let refresher = try sources.refresher(try options.configuration(), chosen: name)
      try refresher.requireKey()
      var failed = false
      var output = Output()
      try output.row(["source", refresher.name])
      do {
        let works = try await refresher.testKey()
        try output.row(["key", works ? "works" : "none: set FLICKR_API_KEY for sources of Flickr's API"])
      } catch {
        failed = true
        try output.row(["key", Sentence.of(error)])
      }
      do {
        try output.row(["answer", Self.words(for: try await refresher.test())])
      } catch {
        failed = true
        try output.row(["answer", Sentence.of(error)])
      }
      try output.end()
      if failed { throw ExitCode.failure }
    }

    private static func words(for answer: SourceAnswer) -> String {
      let photos = Words.count(answer.photos, "photo") + " on the first page"
      return answer.total.map { "\(photos), \($0) in all" } ?? photos
    }
  }
}
