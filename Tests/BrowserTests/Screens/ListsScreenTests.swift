import ObjectGraph
import PhotoLibrary
import Synchronization
import TestSupport
import Testing

@testable import Browser
@testable import PictureFetching
@testable import Terminal

@MainActor @Suite("A frame of the lists")
struct ListsScreenTests {
  private static let size = Size(width: 120, height: 24)

  /// The lists of a bench, with all photos in them.
  private func screen(_ bench: PictureBench, showsSheet: Bool) async throws -> ListsScreen {
    let screen = try ListsScreen(
      context: bench.library.context, pictures: bench.loader(),
      search: Search())
    try await screen.photographers.load()
    screen.photos.turn(to: .all)
    try await screen.photos.load()
    screen.photos.list.showsSheet = showsSheet
    screen.focus = .photos
    return screen
  }

  private func rows(_ screen: ListsScreen) -> [String] { frame(screen).rows }

  private func frame(_ screen: ListsScreen) -> CellGrid {
    let grid = CellGrid(size: Self.size)
    screen.draw(in: grid.canvas, isFocused: true)
    return grid
  }

  @Test("shows what was laid out, whatever happened to the photos since", arguments: [false, true])
  func purity(showsSheet: Bool) async throws {
    let bench = try await PictureBench(photos: 12)
    let screen = try await screen(bench, showsSheet: showsSheet)
    screen.layout(Self.size)
    let before = rows(screen)
    #expect(before.contains { $0.contains("Photo 1") })
    let photo = try bench.library.photo("1")
    photo.title = "Another title"
    photo.photographer?.name = "Another name"
    #expect(rows(screen) == before)
    screen.layout(Self.size)
    #expect(rows(screen) != before)
    #expect(rows(screen).contains { $0.contains("Another title") })
  }

  @Test("says why a list is empty, and asks for the words only then", arguments: [false, true])
  func emptyTexts(showsSheet: Bool) async throws {
    let bench = try await PictureBench(photos: 2)
    let screen = try await screen(bench, showsSheet: showsSheet)
    var asked = 0
    screen.emptyLibraryText = {
      asked += 1
      return "No photos yet"
    }
    for _ in 0..<2 { screen.layout(Self.size) }
    #expect(asked == 0 && !screen.summary.contains("No photos"))
    try await screen.photos.filter("zzz")
    #expect(screen.summary.hasSuffix(": 0. No photos with “zzz”"))
    screen.layout(Self.size)
    #expect(rows(screen).contains { $0.contains("No photos with “zzz”") })
    try await screen.photos.filter("")
    screen.layout(Self.size)
    #expect(rows(screen).contains { $0.contains("Photo 1") } && asked == 0)
    let photos = try bench.library.context.fetch(FetchRequest<Photo>())
    try await bench.library.library.delete(photos).committed()
    screen.focus = .master
    #expect(screen.summary.hasSuffix(": 0. No photos yet"))
    screen.layout(Self.size)
    #expect(rows(screen).count { $0.contains("No photos yet") } == 1)
  }

  @Test("starts no transfer before it has been drawn", arguments: [false, true])
  func transfers(showsSheet: Bool) async throws {
    let bench = try await PictureBench(photos: 12)
    let screen = try await screen(bench, showsSheet: showsSheet)
    for _ in 0..<3 {
      screen.layout(Self.size)
      _ = rows(screen)
    }
    #expect(bench.fetcher.queue.withLock { $0.requests.isEmpty })
    screen.didDraw()
    try await bench.bell.wait {
      screen.layout(Self.size)
      return !frame(screen).picturesInCells.isEmpty
    }
  }
}
