import Foundation
import ObjectGraph
import PhotoLibrary
import PictureFetching
import Terminal
import TerminalUI

/// Calling other programs with photos.
extension Browser {
  /// Calls a program with the photos that a command acts on; fetches their largest pictures first if it takes files.
  ///
  /// - Throws: ``CommandLineError`` if the line calls nothing.
  func call(program line: String) throws { try run(ProgramCall(line)) }

  /// Gives a line to a shell, with the photos that a command acts on.
  ///
  /// - Throws: ``CommandLineError`` if the line is wrong.
  func call(shell line: String) throws { try run(ProgramCall(shell: line)) }

  /// Opens the photos that a command acts on, by the rule for the kind of the first of them.
  func openExternally() {
    guard let targets = targets(nil), let first = targets.first else { return }
    let kind = first.media
    attempt {
      try session.options.rules.call(for: kind).map { try run($0, on: targets.filter { $0.media == kind }) }
    }
  }

  private func run(_ call: ProgramCall) throws {
    guard let targets = targets(nil) else { return }
    try run(call, on: targets)
  }

  private func run(_ call: ProgramCall, on targets: [Photo]) throws {
    guard !targets.isEmpty || !call.needsFiles else {
      throw CommandLineError.unavailable(reason: "There is no photo here")
    }
    guard call.needsFiles else { return run(call, targets, files: []) }
    toasts.show(Toast(.info, "Fetching \(targets.count == 1 ? "the picture" : "\(targets.count) pictures")…"))
    let (files, wanted) = (session.files, targets.map { ($0.pictureSubject, $0.title) })
    start { [weak self] in
      var paths: [String] = []
      for (subject, title) in wanted { paths.append(try await files.path(of: subject, title: title)) }
      self?.run(call, targets.filter { !$0.isDeleted }, files: paths)
    }
  }

  /// Copies the picture of the photo under the cursor, or seen alone, to the clipboard of the desktop, or else of the
  /// terminal.
  func copyPicture() {
    guard let photo = current else { return }
    let (files, subject, title) = (session.files, photo.pictureSubject, photo.title)
    start { [weak self] in
      let picture = ClipboardPicture(file: try await files.commonPath(of: subject, title: title))
      guard let program = picture.program else {
        let data = try await picture.data()
        self?.copyToTerminal(data, of: picture, title: title)
        return
      }
      try OtherProgram.start(program.arguments, input: program.input)
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
      call.isDetached ? try OtherProgram.start(arguments) : try runInForeground(arguments)
    }
  }

  private func runInForeground(_ arguments: [String]) throws {
    var result: Result<Int32, ForegroundProgram.Failure> = .success(0)
    let environment = OtherProgram.environment.map { "\($0)=\($1)" }
    let name = URL(filePath: arguments[0]).lastPathComponent
    surface.lendTerminal {
      result = Result { () throws(ForegroundProgram.Failure) in
        try ForegroundProgram.run(arguments, environment: environment)
      }
      guard case .success(let status) = result else { return }
      let note = status == 0 ? "" : "\(name) ended with status \(status). "
      ForegroundProgram.waitForEnter(saying: "\n\(note)Press Enter to go back to the photos.")
    }
    if try result.get() != 0 {
      toasts.show(Toast(.info, "\(name) ended with status \(try result.get())"))
    }
  }
}
