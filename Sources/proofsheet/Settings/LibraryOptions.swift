import ArgumentParser
import Flickr
import Foundation
import ObjectGraph
import PhotoLibrary
import Synchronization
import Transfer

/// The options that every command has.
struct LibraryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The library folder (default: $PROOFSHEET_LIBRARY, else proofsheet in $XDG_DATA_HOME).",
      valueName: "dir"), completion: .directory)
  var library: String?

  @Option(
    help: ArgumentHelp(
      "A configuration file (default: proofsheet/config.toml in $XDG_CONFIG_HOME).", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var config: String?

  /// The settings of the configuration file.
  func configuration() throws -> Configuration {
    let file = configurationFile
    guard config != nil || FileManager.default.fileExists(atPath: file.path) else { return Configuration() }
    return try Configuration(file: file)
  }

  /// The path of the configuration file, which may not exist.
  var configurationFile: URL {
    config.map { URL(fileURLWithPath: $0) } ?? Folders.configuration.appendingPathComponent("config.toml")
  }

  /// The folder of the library.
  func folder() throws -> URL {
    if let library { return URL(fileURLWithPath: UserPath.expanded(library)) }
    if let named = Environment.value("PROOFSHEET_LIBRARY") { return URL(fileURLWithPath: named) }
    if let configured = try configuration().library {
      return URL(fileURLWithPath: UserPath.expanded(configured))
    }
    return Folders.data
  }

  /// Opens the library, or creates it.
  @MainActor
  func open() throws -> PhotoLibrary { try open(isReadOnly: false) }

  @MainActor
  private func open(isReadOnly: Bool) throws -> PhotoLibrary {
    try PhotoLibrary(folder: try folder(), isReadOnly: isReadOnly, onLockWait: Self.report)
  }

  /// Opens the library, or creates it, for the browser: its contexts show what other programs commit.
  ///
  /// Waits for another program go to standard error only until the library is open. Later ones would write over the
  /// screen of the browser, which shows them itself.
  @MainActor
  func openForBrowsing() throws -> PhotoLibrary {
    let isOpen = Atomic(false)
    defer { isOpen.store(true, ordering: .relaxed) }
    return try PhotoLibrary(folder: try folder(), followsOtherPrograms: true) { wait in
      if !isOpen.load(ordering: .relaxed) { Self.report(wait) }
    }
  }

  private static func report(_ wait: PhotoLibrary.LockWait) {
    if wait == .waiting { Talk.line(PhotoLibrary.LockWait.message + ".") }
  }

  /// The sentence about a library that is not there.
  func noLibrary() throws -> String {
    "There is no library in \(try folder().path) yet: “proofsheet refresh” makes one."
  }

  /// Copies the library and repairs it; there must be one.
  @MainActor
  func repair() async throws -> LibraryRepair {
    guard PhotoLibrary.exists(in: try folder()) else { throw Failure(try noLibrary()) }
    return try await PhotoLibrary.repair(folder: try folder(), onLockWait: Self.report)
  }

  /// Opens the library for reading; there must be one.
  @MainActor
  func openForReading() throws -> PhotoLibrary {
    guard PhotoLibrary.exists(in: try folder()) else {
      throw Failure(try noLibrary())
    }
    do {
      return try open(isReadOnly: true)
    } catch StoreError.otherModel {
      // Made by an earlier version: opened for writing once, it is brought up to date.
      _ = try open()
      return try open(isReadOnly: true)
    }
  }
}
