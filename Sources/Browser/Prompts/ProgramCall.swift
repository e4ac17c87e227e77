import Foundation
import ObjectGraph
import PhotoLibrary

/// A call of another program: its name and arguments, in which `%` and a letter stand for something of the photos.
///
/// Blanks separate arguments, and quotes keep blanks together; nothing else has a meaning, because no shell is involved. A
/// line for a shell is given to it as it is, with what stands for photos in quotes.
nonisolated struct ProgramCall: Hashable {
  /// A part of an argument.
  enum Part: Hashable {
    case text(String)
    /// `%f`: the file of the picture of one photo.
    case file
    /// `%u`: the address of its page.
    case page
    /// `%i`: its ID.
    case id
    /// `%s` in a line for a shell: the files of all photos.
    case allFiles
  }

  /// An argument.
  enum Argument: Hashable {
    case parts([Part])
    /// `%s`: the files of all photos, each as an argument of its own.
    case files
    /// A line for a shell.
    case script([Part])
  }

  let arguments: [Argument]
  /// A Boolean value that indicates whether the browser goes on while the program runs: the line ends in `&`.
  let isDetached: Bool

  /// Understands a line.
  ///
  /// - Throws: ``CommandLineError`` if there is no program, a quote is open, or a letter behind `%` has no meaning.
  init(_ line: String) throws(CommandLineError) {
    var words = try Self.words(of: line)
    isDetached = words.last == "&"
    if isDetached { words.removeLast() }
    guard !words.isEmpty else { throw .unavailable(reason: "Type a program, such as :!gimp %f") }
    var arguments: [Argument] = []
    for word in words { arguments.append(word == "%s" ? .files : .parts(try Self.parts(of: word))) }
    self.arguments = arguments
  }

  /// Understands a line for a shell.
  ///
  /// - Throws: ``CommandLineError`` if a letter behind `%` has no meaning.
  init(shell line: String) throws(CommandLineError) {
    let line = line.trimmingCharacters(in: .whitespaces)
    // A shell would start a program that nothing waits for in the middle of the screen.
    isDetached = line.hasSuffix("&") && !line.hasSuffix("&&")
    let script = isDetached ? String(line.dropLast()) : line
    let parts = try Self.parts(of: script, ["f": .file, "u": .page, "i": .id, "s": .allFiles])
    arguments = [.parts([.text("/bin/sh")]), .parts([.text("-c")]), .script(parts)]
  }

  /// A Boolean value that indicates whether the file of a picture is needed.
  var needsFiles: Bool {
    arguments.contains { argument in
      switch argument {
      case .parts(let parts), .script(let parts): parts.contains(.file) || parts.contains(.allFiles)
      case .files: true
      }
    }
  }

  /// A Boolean value that indicates whether the files of all photos are needed, and not only that of the first.
  var needsAllFiles: Bool {
    arguments.contains { argument in
      switch argument {
      case .parts(let parts), .script(let parts): parts.contains(.allFiles)
      case .files: true
      }
    }
  }

  /// Returns the arguments for photos; without `%s`, `%f`, `%u` and `%i` stand for the first of them.
  ///
  /// - Parameters:
  ///   - photos: The photos; at least one.
  ///   - files: The files of their pictures, if the call needs them.
  func arguments(for photos: [Photo], files: [String]) -> [String] {
    arguments.flatMap { argument in
      switch argument {
      case .files: files
      case .parts(let parts):
        [parts.map { text(of: $0, photos.first, files.first) }.joined()]
      case .script(let parts): [parts.map { quotedText(of: $0, photos.first, files) }.joined()]
      }
    }
  }

  /// Returns a part of a line for a shell, whose own words stay as they are.
  private func quotedText(of part: Part, _ photo: Photo?, _ files: [String]) -> String {
    switch part {
    case .text(let text): text
    case .allFiles: files.map(Self.quoted).joined(separator: " ")
    default: Self.quoted(text(of: part, photo, files.first))
    }
  }

  /// Returns a text that a shell takes as one word, whatever is in it (POSIX, 2.2.2 Single-Quotes).
  private static func quoted(_ text: String) -> String {
    // Scalar by scalar: a quote and an accent after it are one character.
    "'" + text.unicodeScalars.map { $0 == "'" ? #"'\''"# : String($0) }.joined() + "'"
  }

  private func text(of part: Part, _ photo: Photo?, _ file: String?) -> String {
    switch part {
    case .text(let text): text
    case .file: file ?? ""
    case .page: photo?.pageURL ?? ""
    case .id: photo?.flickrID ?? ""
    case .allFiles: ""
    }
  }

  private static func words(of line: String) throws(CommandLineError) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    for character in line {
      switch (character, quote) {
      case (let end, let open?) where end == open: quote = nil
      case ("\"", nil), ("'", nil):
        quote = character
        word = word ?? ""
      case (let blank, nil) where blank.isWhitespace:
        if let done = word { words.append(done) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    guard quote == nil else { throw .unavailable(reason: "A quotation mark is not closed") }
    return words + (word.map { [$0] } ?? [])
  }

  private static func parts(
    of word: String, _ meanings: [Character: Part] = ["f": .file, "u": .page, "i": .id]
  ) throws(CommandLineError) -> [Part] {
    var parts: [Part] = []
    var text = ""
    var rest = word[...]
    while let character = rest.popFirst() {
      guard character == "%" else {
        text.append(character)
        continue
      }
      let letter = rest.popFirst()
      if letter == "%" {
        text.append("%")
      } else if let part = letter.flatMap({ meanings[$0] }) {
        parts += [.text(text), part]
        text = ""
      } else {
        let reason =
          "%\(letter.map(String.init) ?? "") has no meaning: write %f, %s, %u, %i, or %% for a percent sign"
        throw .unavailable(reason: reason)
      }
    }
    return (parts + [.text(text)]).filter { $0 != .text("") || word.isEmpty }
  }
}
