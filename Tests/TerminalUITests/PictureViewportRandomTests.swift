import PictureBasics
import Terminal
import Testing

@testable import TerminalUI

@Suite("The view on a picture, after random steps")
struct PictureViewportRandomTests {
  @Test("lies in the picture and in the box, keeps the shape, and moves as it says")
  func properties() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SplitMix(state: seed)
    for _ in 0..<500 {
      var viewport = PictureViewport(
        picture: extent(upTo: 3000, &random), box: box(&random), cell: cell(&random))
      for _ in 0..<30 {
        let before = viewport
        let said = step(&viewport, &random)
        let old = try #require(before.placement)
        let new = try #require(viewport.placement)
        check(new, of: viewport, "seed \(seed): \(viewport)")
        switch said {
        case .zoomed(let larger, let changed):
          #expect(larger ? viewport.scale >= before.scale : viewport.scale <= before.scale, "seed \(seed)")
          #expect(changed == (viewport.scale != before.scale), "seed \(seed): \(viewport)")
        case .panned(let changed):
          #expect(changed == (old != new) && viewport.scale == before.scale, "seed \(seed)")
          #expect(old.target == new.target, "seed \(seed)")
          #expect(
            old.source.width == new.source.width && old.source.height == new.source.height, "seed \(seed)")
        case .other: break
        }
      }
    }
  }

  private enum Said {
    case zoomed(larger: Bool, changed: Bool)
    case panned(changed: Bool)
    case other
  }

  private func step(_ viewport: inout PictureViewport, _ random: inout SplitMix) -> Said {
    switch Int.random(in: 0..<6, using: &random) {
    case 0, 1: return .zoomed(larger: true, changed: viewport.zoomIn())
    case 2: return .zoomed(larger: false, changed: viewport.zoomOut())
    case 3:
      let (dx, dy) = (Int.random(in: -3..<4, using: &random), Int.random(in: -3..<4, using: &random))
      return .panned(changed: viewport.pan(dx: dx, dy: dy))
    case 4: viewport.toggleFill()
    default: viewport.resize(box: box(&random), cell: cell(&random))
    }
    return .other
  }

  private func check(_ shown: PictureViewport.Placement, of viewport: PictureViewport, _ comment: String) {
    let (source, target) = (shown.source, shown.target)
    #expect(source.x >= 0 && source.y >= 0 && source.width > 0 && source.height > 0, "\(comment)")
    #expect(source.x + source.width <= viewport.picture.width, "\(comment)")
    #expect(source.y + source.height <= viewport.picture.height, "\(comment)")
    #expect(!target.isEmpty && target.intersection(Rect(viewport.box)) == target, "\(comment)")
    // In the middle, to a cell.
    #expect(abs(target.minX - (viewport.box.width - target.maxX)) <= 1, "\(comment)")
    #expect(abs(target.minY - (viewport.box.height - target.maxY)) <= 1, "\(comment)")
    // As large as the scale says, to a cell and a pixel of the picture.
    let width = Double(source.width) * viewport.scale
    let height = Double(source.height) * viewport.scale
    let slack = viewport.scale + 0.001
    #expect(
      abs(width - Double(target.width * viewport.cell.width)) <= Double(viewport.cell.width) + slack,
      "\(comment)")
    #expect(
      abs(height - Double(target.height * viewport.cell.height)) <= Double(viewport.cell.height) + slack,
      "\(comment)")
    // What is not seen is hidden by the box only where the box is full.
    if source.width < viewport.picture.width { #expect(target.width == viewport.box.width, "\(comment)") }
    if source.height < viewport.picture.height { #expect(target.height == viewport.box.height, "\(comment)") }
    // One of both directions is used up.
    #expect(target.width == viewport.box.width || target.height == viewport.box.height, "\(comment)")
  }

  private func extent(upTo most: Int, _ random: inout SplitMix) -> PixelSize {
    .init(width: .random(in: 1...most, using: &random), height: .random(in: 1...most, using: &random))
  }

  private func box(_ random: inout SplitMix) -> Size {
    Size(width: .random(in: 1...200, using: &random), height: .random(in: 1...80, using: &random))
  }

  private func cell(_ random: inout SplitMix) -> PixelSize {
    [
      .init(width: 10, height: 20), .init(width: 7, height: 15), .init(width: 1, height: 2),
      .init(width: 2, height: 4),
    ]
    .randomElement(using: &random) ?? .init(width: 8, height: 16)
  }
}
