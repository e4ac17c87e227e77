import PictureBasics
import Terminal
import Testing

@testable import TerminalUI

@Suite("The view on a picture")
struct PictureViewportTests {
  /// A picture in a box of 100x40 cells of 10x20 pixels: 1000x800 pixels.
  private func viewport(_ width: Int, _ height: Int, box: Size = Size(width: 100, height: 40))
    -> PictureViewport
  {
    PictureViewport(
      picture: .init(width: width, height: height), box: box, cell: .init(width: 10, height: 20))
  }

  private func part(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect {
    .init(x: x, y: y, width: width, height: height)
  }

  /// Expects what a step said of itself; the macro does not let a value change in it.
  private func expect(_ said: Bool, _ expected: Bool, at location: SourceLocation = #_sourceLocation) {
    #expect(said == expected, sourceLocation: location)
  }

  @Test(
    "shows the whole picture, as large as it fits, in the middle",
    arguments: [
      (1000, 800, 0, 0, 100, 40), (1024, 683, 0, 3, 100, 33), (683, 1024, 23, 0, 53, 40),
      (100, 80, 0, 0, 100, 40), (500, 500, 10, 0, 80, 40), (10_000, 10, 0, 19, 100, 1),
      (10, 10_000, 49, 0, 1, 40),
      (1, 1, 10, 0, 80, 40), (4000, 3000, 0, 1, 100, 38),
    ])
  func fit(width: Int, height: Int, x: Int, y: Int, columns: Int, rows: Int) {
    let shown = viewport(width, height).placement
    #expect(shown?.source == part(0, 0, width, height))
    #expect(shown?.target == Rect(x: x, y: y, width: columns, height: rows))
  }

  @Test(
    "fills the box with the middle of the picture",
    arguments: [
      (1000, 800, 0, 0, 1000, 800), (2000, 800, 500, 0, 1000, 800), (500, 800, 0, 200, 500, 400),
      (1024, 683, 85, 0, 854, 683), (50, 10, 19, 0, 13, 10),
    ])
  func fill(width: Int, height: Int, x: Int, y: Int, columns: Int, rows: Int) {
    var viewport = viewport(width, height)
    viewport.toggleFill()
    #expect(viewport.placement?.source == part(x, y, columns, rows))
    #expect(viewport.placement?.target == Rect(x: 0, y: 0, width: 100, height: 40))
    viewport.toggleFill()
    #expect(viewport.zoom == .fit)
  }

  @Test("of nothing, or in no room, shows nothing and takes every step")
  func nothing() {
    let empty = [
      viewport(0, 10), viewport(10, 0), viewport(10, 10, box: Size(width: 0, height: 5)),
      PictureViewport(
        picture: .init(width: 9, height: 9), box: Size(width: 9, height: 9), cell: .init(width: 0, height: 20)
      ),
    ]
    for var viewport in empty {
      let answers = [viewport.zoomIn(), viewport.zoomOut(), viewport.pan(dx: 1, dy: -1)]
      #expect(answers == [false, false, false])
      viewport.toggleFill()
      #expect(viewport.placement == nil && viewport.scale == 1)
    }
  }

  @Test("zooms by steps and back, between what fits and the limits")
  func zoom() {
    var viewport = viewport(1000, 800)
    expect(viewport.zoomOut(), false)
    var scales = [viewport.scale]
    while viewport.zoomIn() { scales.append(viewport.scale) }
    #expect(scales.count == 11 && scales.last == 8)
    for (smaller, larger) in zip(scales, scales.dropFirst()).dropLast() {
      #expect(abs(larger / smaller - 1.25) < 1e-9)
    }
    #expect(viewport.placement?.source == part(438, 350, 125, 100))
    while viewport.zoomOut() {}
    #expect(viewport.zoom == .fit && viewport.placement?.source == part(0, 0, 1000, 800))
  }

  @Test(
    "enlarges to eight times of what fits, and to twice the picture's size if that does not fit, or to what fills",
    arguments: [
      (1000, 800, 8.0), (500, 400, 16), (2000, 1600, 2), (4000, 3200, 2), (20_000, 16_000, 0.4),
      (20_000, 100, 8),
    ])
  func limits(width: Int, height: Int, most: Double) {
    var viewport = viewport(width, height)
    while viewport.zoomIn() {}
    #expect(abs(viewport.scale - most) < 1e-9)
    expect(viewport.zoomIn(), false)
    viewport.toggleFill()
    #expect(viewport.zoom == .fit)
    viewport.toggleFill()
    #expect(viewport.scale <= most)
  }

  @Test("pans by a fifth of what is seen, to the edges and no further")
  func pan() {
    var viewport = viewport(2000, 800)
    expect(viewport.pan(dx: 1, dy: 0), false)
    expect(viewport.pan(dx: 0, dy: -1), false)
    viewport.toggleFill()
    var seen = [500]
    while viewport.pan(dx: 1, dy: 0) { seen.append(viewport.placement?.source.x ?? -1) }
    #expect(seen == [500, 700, 900, 1000])
    expect(viewport.pan(dx: 0, dy: 1), false)
    expect(viewport.pan(dx: 3, dy: 1), false)
    expect(viewport.pan(dx: -1, dy: 0), true)
    #expect(viewport.placement?.source == part(800, 0, 1000, 800))
    expect(viewport.pan(dx: -100, dy: 100), true)
    #expect(viewport.placement?.source == part(0, 0, 1000, 800))
    expect(viewport.pan(dx: .min, dy: .max), false)
    expect(viewport.pan(dx: 0, dy: 0), false)
  }

  @Test("pans by a pixel at least")
  func smallSteps() {
    var viewport = viewport(20, 16)
    while viewport.zoomIn() {}
    var seen: [Int] = []
    while viewport.pan(dx: 1, dy: 0) { seen.append(viewport.placement?.source.x ?? -1) }
    #expect(seen == Array((seen.first ?? 0)...17) && seen.count > 7)
  }

  @Test("comes back to the same middle after zooming out and in, or through another box")
  func center() {
    var viewport = viewport(1000, 800)
    for _ in 0..<4 { viewport.zoomIn() }
    viewport.pan(dx: 9, dy: -9)
    let before = viewport.placement
    #expect(before?.source == part(590, 0, 410, 328))
    while viewport.zoomOut() {}
    expect(viewport.pan(dx: -1, dy: 1), false)
    for _ in 0..<4 { viewport.zoomIn() }
    #expect(viewport.placement == before)
    viewport.resize(box: Size(width: 20, height: 4), cell: .init(width: 8, height: 16))
    #expect(viewport.placement != before)
    viewport.resize(box: Size(width: 100, height: 40), cell: .init(width: 10, height: 20))
    #expect(viewport.placement == before)
  }

  @Test("shows the same of a picture that comes with more pixels")
  func morePixels() {
    var viewport = viewport(500, 400)
    for _ in 0..<3 { viewport.zoomIn() }
    viewport.pan(dx: 1, dy: 0)
    let before = viewport.placement
    viewport.picture = .init(width: 1000, height: 800)
    #expect(viewport.placement?.target == before?.target)
    for (small, large) in [
      (before?.source.x, viewport.placement?.source.x),
      (before?.source.width, viewport.placement?.source.width),
    ] {
      #expect(abs((small ?? 0) * 2 - (large ?? 99_999)) <= 2)
    }
  }

  @Test("100 % shows a pixel as a pixel, and the whole picture again")
  func pixels() {
    var view = PictureViewport(
      picture: PixelSize(width: 2_000, height: 1_000), box: Size(width: 50, height: 25),
      cell: PixelSize(width: 10, height: 20))
    let whole = view.placement
    view.togglePixels()
    #expect(abs(view.scale - 1) < 0.001 && view.placement?.source.size == PixelSize(width: 500, height: 500))
    view.togglePixels()
    #expect(view.placement == whole)
    var small = PictureViewport(
      picture: PixelSize(width: 20, height: 10), box: Size(width: 50, height: 25),
      cell: PixelSize(width: 10, height: 20))
    small.togglePixels()
    #expect(small.showsWholePicture)
    // Farther than steps enlarge, also in a box of another size.
    var large = viewport(20_000, 16_000)
    large.togglePixels()
    #expect(large.scale == 1 && large.placement?.source == part(9_500, 7_600, 1_000, 800))
    large.resize(box: Size(width: 10, height: 4), cell: .init(width: 10, height: 20))
    #expect(large.scale == 1 && large.placement?.source.size == PixelSize(width: 100, height: 80))
    expect(large.zoomIn(), false)
    expect(large.zoomOut(), true)
    large.togglePixels()
    large.togglePixels()
    #expect(large.showsWholePicture)
  }

  @Test("goes to the same place as another one, in shares of the picture")
  func samePlace() {
    var first = viewport(1000, 800)
    for _ in 0..<4 { first.zoomIn() }
    first.pan(dx: 9, dy: -9)
    var second = viewport(2000, 1600)
    second.move(to: first)
    #expect(second.showsWholePicture)
    for _ in 0..<4 { second.zoomIn() }
    #expect(second.placement?.source == part(1181, 0, 819, 655))
  }
}
