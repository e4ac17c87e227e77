import Foundation
import PhotoLibrary
import PictureFetching

/// Writes the file of a picture to a folder of the user's.
nonisolated struct PictureExport: Sendable {
  let fetcher: PictureFetcher
  let subject: PictureSubject
  let title: String
  /// The lines of the file beside the picture: who took it, and under which license it may be used.
  var credits: [String] = []

  /// The reason why nothing was written.
  typealias Failure = NewFile.Failure

  /// The default folder for pictures: `XDG_PICTURES_DIR`, a folder `Pictures` at home, or the working folder.
  static var usualFolder: String {
    let environment = ProcessInfo.processInfo.environment
    if let named = environment["XDG_PICTURES_DIR"], !named.isEmpty { return named }
    let pictures = UserPath.home.appendingPathComponent("Pictures").path
    return isFolder(pictures) ? pictures : FileManager.default.currentDirectoryPath
  }

  /// Fetches the largest publicly available picture and writes it to `folder`; returns the path of the file.
  ///
  /// A raw file of the user is copied, and not its preview.
  ///
  /// An existing file is never overwritten. Beside the picture, a file with its name and `.txt` has the credits.
  @concurrent
  func write(to folder: String) async throws -> String {
    let folder = UserPath.expanded(folder)
    guard Self.isFolder(folder) else { throw Failure(description: "There is no folder \(folder).") }
    let raw = subject.rawFilePath.map { URL(fileURLWithPath: $0) }
    let file = raw == nil ? try await fetcher.picture(of: subject, longerSide: .max, isPatient: false) : nil
    let ending = raw?.pathExtension.lowercased() ?? file?.fileExtension ?? ""
    let url = URL(fileURLWithPath: folder).appendingPathComponent(
      PictureFileName.of(subject, title: title, extension: ending))
    if let raw { try Self.copy(raw, to: url) }
    if let file { try NewFile.make(url) { try $0.write(contentsOf: Data(file.bytes)) } }
    let text = credits.map { $0 + "\n" }.joined()
    // The picture is what was asked for; its credits are in the library as well.
    if !text.isEmpty {
      try? Data(text.utf8).write(to: url.appendingPathExtension("txt"), options: .withoutOverwriting)
    }
    return url.path
  }

  /// Copies a file piece by piece to a new one, until the task is canceled.
  private static func copy(_ source: URL, to url: URL) throws {
    let input: FileHandle
    do { input = try FileHandle(forReadingFrom: source) } catch {
      throw Failure(description: "\(source.path) cannot be read: \(error.localizedDescription)")
    }
    defer { try? input.close() }
    try NewFile.make(url) { output in
      while let piece = try input.read(upToCount: 1 << 20), !piece.isEmpty {
        try Task.checkCancellation()
        try output.write(contentsOf: piece)
      }
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }
}
