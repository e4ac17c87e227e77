import TestSupport
import Testing

/// The terminals that pictures are tried on.
enum Viewer: String, CaseIterable, CustomTestStringConvertible {
  case xterm, kitty, oldKitty, sixel, wezterm, silent

  var testDescription: String { rawValue }

  var persona: TerminalModel.Persona {
    switch self {
    case .xterm: .xterm
    case .kitty: .kitty
    case .oldKitty: .oldKitty
    case .sixel: .sixel
    case .wezterm: .wezterm
    case .silent: .silent
    }
  }

  /// The pixels that a whole picture in full has in a row or a column at least, in a window of 80x24: a draft has at most half of
  /// the 800 columns and 440 rows.
  static let leastSideInFull = 420

  /// How it shows pictures; nil where they are characters.
  var kind: TerminalModel.Picture.Kind? {
    switch self {
    case .xterm, .silent: nil
    case .kitty: .placeholders
    case .oldKitty: .placement
    case .sixel: .sixel
    case .wezterm: .iterm
    }
  }
}

/// What is seen of pictures: the pictures themselves, and of those made of characters their cells.
struct Look: Equatable {
  let pictures: [TerminalModel.Picture]
  let cells: [TerminalModel.Position: Cell]

  /// A cell as it is seen.
  struct Cell: Equatable {
    let text: String
    let style: TerminalModel.Style
  }
}

extension TerminalModel.Screen {
  var look: Look {
    var cells: [TerminalModel.Position: Look.Cell] = [:]
    for (row, line) in body.enumerated() {
      for (column, cell) in line.enumerated() where cell.style.background != .standard {
        // The color of a blank is invisible, and ncurses does not always send it.
        cells[.init(row: row, column: column)] =
          cell.text == " "
          ? Look.Cell(text: " ", style: .init(background: cell.style.background))
          : Look.Cell(text: cell.text, style: cell.style)
      }
    }
    return Look(pictures: pictures, cells: cells)
  }

  /// The text above the foot; what lies under a picture looks blank, whatever it is.
  var face: [String] {
    lines.dropLast().map { line in
      var line = line.replacing("\u{A0}", with: " ")
      while line.last == " " { line.removeLast() }
      return line
    }
  }

  /// What the pictures are made of, from the top left.
  var images: [TerminalModel.Image] { pictures.compactMap(\.image) }

  /// How many places still wait for a picture: a dim dot, dot, dot that no text stands beside.
  var waiting: Int {
    body.reduce(0) { count, row in
      let places = row.indices.dropFirst().dropLast().filter { column in
        row[column].text == "…" && row[column].style.attributes.contains(.dim)
          && row[max(0, column - 2)..<column].allSatisfy { $0.text == " " } && row[column + 1].text == " "
      }
      return count + places.count
    }
  }

  /// Whether so many pictures are there, whole, and none is waited for.
  func shows(_ count: Int, of viewer: Viewer) -> Bool {
    guard waiting == 0 else { return false }
    guard let kind = viewer.kind else { return look.cells.count > 20 * count && pictures.isEmpty }
    return pictures.count == count
      && pictures.allSatisfy { $0.kind == kind && $0.image != nil && !$0.isDamaged }
  }

  /// Whether the only picture is a draft of which the full picture follows, in a window of 80x24.
  func showsDraft(of viewer: Viewer) -> Bool {
    if viewer.kind == .iterm {
      return pictures.first?.image.map { max($0.width, $0.height) < Viewer.leastSideInFull } ?? false
    }
    guard viewer.kind == .placement || viewer.kind == .placeholders else { return false }
    return heldImages(withSideOf: Viewer.leastSideInFull).allSatisfy { $0 != pictures.first?.id }
  }

  /// Whether the cursor of the photos is on the one with that number.
  func isAt(_ number: Int, of count: Int) -> Bool {
    panes.contains { $0.bottom.contains(" \(number)/\(count) ") }
  }
}

extension Home {
  /// A person with the sample roll.
  static func withSamples() async throws -> Home {
    let home = try Home()
    try await home.run("refresh").expectSuccess()
    return home
  }
}

extension TerminalSession {
  /// Waits until so many pictures are there, whole.
  @discardableResult
  func wait(
    forPictures count: Int, of viewer: Viewer, fileID: String = #fileID, line: Int = #line
  ) async throws -> TerminalModel.Screen {
    try await wait(until: "\(count) pictures", fileID: fileID, line: line) { $0.shows(count, of: viewer) }
  }

  /// Leaves and expects the terminal as it was.
  func leave(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    press(.ctrl("c"))
    #expect(try await exit() == .exited(0), sourceLocation: sourceLocation)
    let left = try leftovers
    #expect(left == [], "\(screen)", sourceLocation: sourceLocation)
  }
}
