import Terminal
import TerminalUI
import WorldMap

/// The content of a frame of the map: drawing it writes cells and does nothing else.
struct MapContent {
  /// The number of photos of a cluster, where it stands.
  struct Label: Equatable {
    let text: String
    let point: Point
    let size: ClusterSize
    let isSelected: Bool
  }

  /// The dots of the coasts.
  var coasts = BrailleRaster(columns: 0, rows: 0)
  /// The dots of the borders; empty where they would crowd the map.
  var borders = BrailleRaster(columns: 0, rows: 0)
  var labels: [Label] = []
  /// A sentence in the middle; empty for none.
  var note = ""

  func draw(in canvas: Canvas) {
    draw(borders, in: canvas, style: canvas.palette[.weak])
    // Coasts stand out from borders.
    draw(coasts, in: canvas, style: borders.rows > 0 ? .plain : canvas.palette[.weak])
    for label in labels {
      let style = label.isSelected ? canvas.palette[.cursor].with(.bold) : label.size.style
      // The cursor is wider than the number, so that it is seen without colors.
      let text = label.isSelected ? label.text + " " : label.text
      canvas.draw(text, at: label.point, style: style)
    }
    guard !note.isEmpty else { return }
    canvas.draw(" \(note) ", centeredAt: canvas.size.height / 2, style: canvas.palette[.strong])
  }

  private func draw(_ raster: BrailleRaster, in canvas: Canvas, style: Style) {
    for y in 0..<min(raster.rows, canvas.size.height) {
      for x in 0..<min(raster.columns, canvas.size.width) {
        guard let pattern = raster.pattern(x: x, y: y) else { continue }
        // Without Unicode, a dot says as much as can be said.
        let text = canvas.showsUnicode ? String(pattern) : "."
        canvas.draw(text, at: Point(x: x, y: y), width: 1, style: style)
      }
    }
  }
}
