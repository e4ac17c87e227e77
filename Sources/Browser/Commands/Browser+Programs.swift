import Foundation
import ObjectGraph
import PhotoLibrary
import PictureFetching
import Terminal
import TerminalUI

/// Calling other programs with photos.
extension Browser {
  /// Calls a program with the photos that a command acts on; fetches their largest pictures first if it takes files, or that
  /// of the first photo if it takes one file.
  ///
  /// - Throws: ``CommandLineError`` if the line calls nothing.
  func call(program line: String) throws { try run(ProgramCall(line)) }

  /// Gives a line to a shell, with the photos that a command acts on.
  ///
  /// - Throws: ``CommandLineError`` if the line is wrong.
  func call(shell line: String) throws { try run(ProgramCall(shell: line)) }

  /// Opens the photos that a command acts on, by the rule for the kind of the first of them.
  func openExternally() {
    guard let ids = targetIDs(nil) else { return }
    attempt {
      try reading(ids) { [self] photos in
        guard let first = photos.first, let call = session.options.rules.call(for: first.media) else {
          return nil
        }
        return (call, photos.filter { $0.media == first.media }.map { Wanted($0, for: call) })
      } then: { [self] (found: (call: ProgramCall, wanted: [Wanted])?) in
        guard let found else { throw Self.noPhoto }
        try run(found.call, on: found.wanted)
      }
    }
  }

  private static let noPhoto = CommandLineError.unavailable(reason: "There is no photo here")

  /// A photo that a program is called with, and the picture that is fetched for it.
  private struct Wanted {
    let photo: Photo
    /// The picture; `nil` if the call needs no file.
    let subject: PictureSubject?
    let title: String

    init(_ photo: Photo, for call: ProgramCall) {
      self.photo = photo
      subject = call.needsFiles ? photo.pictureSubject : nil
      title = photo.title
    }
  }

  private func run(_ call: ProgramCall) throws {
    guard let ids = targetIDs(nil) else { return }
    try reading(ids) { photos in
      photos.map { Wanted($0, for: call) }
    } then: { [self] in
      try run(call, on: $0)
    }
  }

  private func run(_ call: ProgramCall, on wanted: [Wanted]) throws {
    guard call.needsFiles else { return run(call, wanted.map(\.photo), files: []) }
    guard !wanted.isEmpty else { throw Self.noPhoto }
    guard !fetching.isRunning else {
      throw CommandLineError.unavailable(reason: "Pictures are being fetched: \(key(.escape)) cancels that")
    }
    let wanted = call.needsAllFiles ? wanted : Array(wanted.prefix(1))
    let files = session.files
    var found: [(photo: Photo, path: String)] = []
    fetching.start(wanted.count) { index in
      guard let subject = wanted[index].subject else { return nil }
      let path = try await files.path(of: subject, title: wanted[index].title)
      found.append((wanted[index].photo, path))
      return path
    } completion: { [weak self] outcome in
      self?.run(call, on: found, after: outcome)
    }
  }

  /// Calls a program with photos that were fetched, unless not all of them could be.
  private func run(
    _ call: ProgramCall, on found: [(photo: Photo, path: String)], after outcome: ExportJob.Outcome
  ) {
    if outcome.isCancelled { return toasts.showInTurn(Toast(.info, "Canceled: no program was started")) }
    if let failure = outcome.failures.first { return toasts.showInTurn(Toast(.error, "\(failure)")) }
    let present = found.filter { !$0.photo.isDeleted }
    guard !present.isEmpty else { return toasts.show(Toast(.info, Self.deletedMeanwhile(found.count))) }
    let work = { [weak self] () -> Void in
      self?.run(call, present.map(\.photo), files: present.map(\.path))
    }
    if call.isDetached { work() } else { whenCommandsAreTaken(work) }
  }

  /// Copies the picture of the photo under the cursor, or seen alone, to the clipboard of the desktop, or else of the
  /// terminal.
  func copyPicture() {
    guard let photo = current else { return }
    let (files, subject, title) = (session.files, photo.pictureSubject, photo.title)
    start { [weak self] in
      let picture = ClipboardPicture(file: try await files.commonPath(of: subject, title: title))
      guard let desktop = DesktopClipboard() else {
        let data = try await picture.data()
        self?.copyToTerminal(data, of: picture, title: title)
        return
      }
      try desktop.copy(picture)
      self?.toasts.show(Toast(.info, "Copied the picture “\(title)”"))
    }
  }

  private func copyToTerminal(_ data: [UInt8], of picture: ClipboardPicture, title: String) {
    attempt {
      guard surface.capabilities.acceptsClipboardData else { throw ClipboardPicture.Unavailable() }
      toasts.show(Toast(.info, "Copying the picture “\(title)” to the terminal…"))
      surface.copy(data, type: picture.type) { [weak self] answer in
        switch answer {
        case .done: self?.toasts.show(Toast(.info, "Copied the picture “\(title)”"))
        case .refused(let reason):
          self?.toasts.show(Toast(.error, "The terminal did not copy the picture: \(reason)."))
        }
      }
    }
  }

  private func run(_ call: ProgramCall, _ photos: [Photo], files: [String]) {
    let arguments = call.arguments(for: photos, files: files)
    toasts.beginCommand()
    attempt {
      call.isDetached ? try OtherProgram.start(arguments) : try runAndWait(arguments)
    }
  }

  private func runAndWait(_ arguments: [String]) throws {
    let name = URL(filePath: arguments[0]).lastPathComponent
    let status = try runInForeground(arguments) { status in
      let note = status == 0 ? "" : "\(name) ended with status \(status). "
      ForegroundProgram.waitForEnter(saying: "\n\(note)Press Enter to go back to the photos.")
    }
    if status != 0 { toasts.show(Toast(.info, "\(name) ended with status \(status)")) }
  }

  /// Runs a program that has the terminal until it ends, and returns its status.
  ///
  /// - Parameters:
  ///   - arguments: The program and its arguments.
  ///   - end: Called with the status before the terminal shows the browser again.
  /// - Throws: `ForegroundProgram.Failure`.
  func runInForeground(_ arguments: [String], then end: (Int32) -> Void = { _ in }) throws -> Int32 {
    var result: Result<Int32, ForegroundProgram.Failure> = .success(0)
    let environment = OtherProgram.environment.map { "\($0)=\($1)" }
    surface.lendTerminal {
      result = Result { () throws(ForegroundProgram.Failure) in
        try ForegroundProgram.run(arguments, environment: environment, then: end)
      }
    }
    return try result.get()
  }
}
