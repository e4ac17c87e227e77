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
      """
      The library: a folder, or the address of a PostgreSQL database (default: $PROOFSHEET_LIBRARY, else library of the \
      configuration, else proofsheet in $XDG_DATA_HOME).
      """,
      valueName: "dir|address"), completion: .directory)
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

  /// The place of the library.
  ///
  /// - Throws: `LibraryError.wrongAddress(reason:)`; a ``Failure`` if the configuration cannot be used.
  func place() throws -> LibraryPlace {
    if let library { return try LibraryPlace(library) }
    if let named = Environment.value("PROOFSHEET_LIBRARY") { return try LibraryPlace(named) }
    if let configured = try configuration().library { return try LibraryPlace(configured) }
    return .folder(Folders.data)
  }

  /// Opens the library for writing, or creates it.
  ///
  /// - Throws: `LibraryError.readOnly(place:reason:)` for one that can only be read.
  @MainActor
  func open() throws -> PhotoLibrary {
    let library = try open(isReadOnly: false)
    try library.requireWritable()
    return library
  }

  /// Opens the library for writing; there must be one.
  @MainActor
  func openExisting() throws -> PhotoLibrary {
    try requireLibrary()
    return try open()
  }

  @MainActor
  private func open(isReadOnly: Bool) throws -> PhotoLibrary {
    try PhotoLibrary(place: try place(), isReadOnly: isReadOnly, onLockWait: Self.report)
  }

  /// Opens the library, or creates it, for the browser: its contexts show what other programs commit.
  ///
  /// Waits for another program go to standard error only until the library is open. Later ones would write over the
  /// screen of the browser, which shows them itself.
  func openForBrowsing() async throws -> PhotoLibrary {
    let isOpen = Atomic(false)
    defer { isOpen.store(true, ordering: .relaxed) }
    return try await PhotoLibrary.open(place: try place(), followsOtherPrograms: true) { wait in
      if !isOpen.load(ordering: .relaxed) { Self.report(wait) }
    }
  }

  static func report(_ wait: PhotoLibrary.LockWait) {
    if wait == .waiting { Talk.line(PhotoLibrary.LockWait.message + ".") }
  }

  /// Throws an error if there is no library.
  ///
  /// - Throws: `otherwise`, or a ``Failure`` that says how to make one; errors of a server that cannot be asked.
  func requireLibrary(otherwise error: (any Error)? = nil) throws {
    let place = try place()
    guard try !place.hasLibrary() else { return }
    throw error ?? Failure("There is no library in \(place) yet: “proofsheet refresh” makes one.")
  }

  /// Copies the library and repairs it; there must be one.
  @MainActor
  func repair() async throws -> LibraryRepair {
    try requireLibrary()
    return try await PhotoLibrary.repair(try place(), onLockWait: Self.report)
  }

  /// Opens the library for reading; there must be one.
  @MainActor
  func openForReading() throws -> PhotoLibrary {
    try requireLibrary()
    do {
      return try open(isReadOnly: true)
    } catch StoreError.otherModel {
      // Made by an earlier version: opened for writing once, it is brought up to date.
      _ = try open()
      return try open(isReadOnly: true)
    }
  }
}
