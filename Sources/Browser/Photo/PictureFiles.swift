public import Foundation
import PhotoLibrary
public import PictureFetching
import TerminalPictures

/// Files of pictures under speaking names, for other programs.
///
/// The files lie in a folder that only the user can read. A file that another program has changed stays as it is: the picture gets
/// a file of another name.
nonisolated public struct PictureFiles: Sendable {
  private let folder: URL
  private let fetcher: PictureFetcher

  /// Creates the files of a folder, which is made with the first of them.
  public init(folder: URL, fetcher: PictureFetcher) {
    self.folder = folder
    self.fetcher = fetcher
  }

  /// Returns the path of the user's own file of a photo, or else of the largest picture that is publicly available; fetches the picture if it is not in
  /// the cache.
  ///
  /// A file that is missing has no path: the picture is fetched, or the error of the fetcher says why there is none.
  ///
  /// - Throws: The errors of the fetcher, and those of the file system.
  @concurrent
  public func path(of subject: PictureSubject, title: String) async throws -> String {
    if let path = subject.filePath, FileManager.default.isReadableFile(atPath: path) { return path }
    let file = try await fetcher.picture(of: subject, longerSide: .max, isPatient: false)
    return try write(file.bytes, as: PictureFileName.of(subject, title: title, extension: file.fileExtension))
  }

  /// Returns the path of a file that most programs can read: that of ``path(of:title:)``, or a JPEG of a HEIC, AVIF or raw file.
  ///
  /// - Throws: The errors of the fetcher and of the decoder, and those of the file system.
  @concurrent
  func commonPath(of subject: PictureSubject, title: String) async throws -> String {
    let path = try await path(of: subject, title: title)
    let common: Set = ["jpg", "jpeg", "jpe", "png", "gif", "webp"]
    guard !common.contains(URL(filePath: path).pathExtension.lowercased()) else { return path }
    let file = try await fetcher.picture(of: subject, longerSide: .max, isPatient: false)
    // The preview of a raw file is a JPEG already.
    let bytes =
      common.contains(file.fileExtension)
      ? file.bytes : try await PictureMaker.turnedJPEG(file.bytes, turns: 0)
    let ending = common.contains(file.fileExtension) ? file.fileExtension : "jpg"
    return try write(bytes, as: PictureFileName.of(subject, title: title, extension: ending))
  }

  /// Writes a file, unless it is there already, and returns its path.
  private func write(_ bytes: [UInt8], as name: String) throws -> String {
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let plain = folder.appendingPathComponent(name)
    let data = Data(bytes)
    var (url, number) = (plain, 1)
    while Self.exists(url) {
      guard (try? Data(contentsOf: url)) != data else {
        // It is used again, and kept as if it were new.
        try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: url.path)
        record(url)
        return url.path
      }
      number += 1
      let stem = plain.deletingPathExtension().lastPathComponent
      url = folder.appendingPathComponent("\(stem)-\(number).\(plain.pathExtension)")
    }
    try data.write(to: url, options: .atomic)
    record(url)
    return url.path
  }

  private static func exists(_ url: URL) -> Bool {
    var status = stat()
    return lstat(url.path, &status) == 0
  }

  // MARK: Removing

  /// The folder with the states in which the files were written, by their names.
  ///
  /// Other programs save files in the folder as well: their dialogs begin where the picture is.
  private var records: URL { folder.appendingPathComponent(".written") }

  /// Returns a text that is another one when a file was changed or replaced, and the time of its last change; `nil` if there
  /// is no such file.
  private static func state(of url: URL) -> (text: String, changed: Date)? {
    var status = stat()
    guard lstat(url.path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let time = status.st_mtim
    return (
      "\(status.st_ino) \(status.st_size) \(time.tv_sec) \(time.tv_nsec)",
      Date(timeIntervalSince1970: Double(time.tv_sec))
    )
  }

  /// Records that a file is as it was written; one that is not recorded is never removed.
  private func record(_ url: URL) {
    guard let state = Self.state(of: url) else { return }
    try? FileManager.default.createDirectory(
      at: records, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let record = records.appendingPathComponent(url.lastPathComponent)
    try? Data(state.text.utf8).write(to: record, options: .atomic)
  }

  /// Removes the files that were written here and last used more than a week ago; other programs had the time to read them.
  ///
  /// A file that another program has written or changed stays.
  @concurrent
  func removeOld(now: Date = Date()) async {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: records.path)) ?? [] {
      let (file, record) = (folder.appendingPathComponent(name), records.appendingPathComponent(name))
      let state = Self.state(of: file)
      if let state, state.text == (try? String(contentsOf: record, encoding: .utf8)) {
        guard now.timeIntervalSince(state.changed) > 7 * 86_400 else { continue }
        unlink(file.path)
      }
      unlink(record.path)
    }
  }
}
