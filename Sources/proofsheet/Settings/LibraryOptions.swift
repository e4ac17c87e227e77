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
    try chosenPlace() ?? configuredPlace() ?? .folder(Folders.data)
  }

  /// The place that was named for this call.
  private func chosenPlace() throws -> LibraryPlace? {
    try (library ?? Environment.value("PROOFSHEET_LIBRARY")).map { try LibraryPlace($0) }
  }

  private func configuredPlace() throws -> LibraryPlace? {
    try configuration().library.map { try LibraryPlace($0) }
  }

  /// Returns a Boolean value that indicates whether the library is in a folder that only the configuration names.
  private func isInConfiguredFolder() throws -> Bool {
    try chosenPlace() == nil && configuredPlace()?.folder != nil
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

  /// Opens the library for a refresh, which can run without a user, or creates it.
  ///
  /// There must be one in a folder that only the configuration names: its disk may not be mounted, and the folder for mounting it
  /// would get an empty library.
  @MainActor
  func openForRefresh() throws -> PhotoLibrary {
    if try isInConfiguredFolder() { try requireLibrary() }
    return try open()
  }

  /// Opens the library for writing; there must be one.
  @MainActor
  func openExisting() throws -> PhotoLibrary {
    try requireLibrary()
    return try open()
  }

  @MainActor
  private func open(isReadOnly: Bool) throws -> PhotoLibrary {
    let library = try PhotoLibrary(place: try place(), isReadOnly: isReadOnly, onLockWait: Self.report)
    library.useTowns(of: Assets.townFile)
    return library
  }

  /// Opens the library, or creates it, for the browser: its contexts show what other programs commit.
  ///
  /// Waits for another program go to standard error only until the library is open. Later ones would write over the
  /// screen of the browser, which shows them itself.
  func openForBrowsing() async throws -> PhotoLibrary {
    let isOpen = Atomic(false)
    defer { isOpen.store(true, ordering: .relaxed) }
    let library = try await PhotoLibrary.open(place: try place(), followsOtherPrograms: true) { wait in
      if !isOpen.load(ordering: .relaxed) { Self.report(wait) }
    }
    await library.useTowns(of: Assets.townFile)
    return library
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
    if let error { throw error }
    throw Failure(
      try isInConfiguredFolder()
        ? """
        There is no library in \(place), which the configuration names. If its disk is not mounted, mount it; otherwise \
        “proofsheet refresh --library” with this folder makes a library there.
        """ : "There is no library in \(place) yet: “proofsheet refresh” makes one.")
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
