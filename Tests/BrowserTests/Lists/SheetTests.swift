import Flickr
import ListChanges
import ObjectGraph
import PhotoLibrary
import Terminal
import TerminalUI
import TestSupport
import Testing

@testable import Browser

@MainActor @Suite("The sheet of thumbnails")
struct SheetTests {
  private static let view = Size(width: 60, height: 20)

  /// Fifty photos as a sheet of four columns, with what a frame of it shows.
  private func sheet() async throws -> (TestLibrary, PhotoList) {
    let records = (10..<60).map { PhotoRecord("\($0)", "Photo \($0)", by: "Ann") }
    let library = try await TestLibrary(records)
    let list = try library.photoList()
    list.turn(to: .all)
    try await list.load()
    list.list.showsSheet = true
    list.list.sheet?.kind = .uniform
    _ = lines(list)
    return (library, list)
  }

  private func lines(_ list: PhotoList) -> [String] {
    let grid = CellGrid(size: Self.view)
    list.list.view.show(in: grid.canvas, isFocused: true)
    return grid.rows
  }

  @Test("shows the photos of the list, and the cursor stays on its photo from one to the other")
  func toggling() async throws {
    let (_, photos) = try await sheet()
    let sheet = try #require(photos.list.sheet)
    #expect(sheet.visible == 0..<12 && sheet.rowCount == 50)
    photos.list.view.moveDown(2)
    photos.list.view.moveOn(1)
    #expect(photos.list.selected?.title == "Photo 19")
    photos.list.showsSheet = false
    #expect(photos.list.selected?.title == "Photo 19")
    photos.list.view.moveDown(1)
    photos.list.showsSheet = true
    #expect(photos.list.selected?.title == "Photo 20")
    #expect(lines(photos).contains { $0.contains("›Photo 20") })
  }

  @Test("follows deletions and undo, the selection included")
  func deleting() async throws {
    let (library, photos) = try await sheet()
    photos.list.view.goTo(5)
    for id in ["14", "16", "20"] { photos.selection.toggle(try library.photo(id).objectID) }
    #expect(lines(photos).joined().contains("● Photo 14"))
    try await library.library.delete(photos.selected).committed()
    #expect(photos.list.selected?.title == "Photo 15" && photos.selection.isEmpty)
    #expect(photos.list.sheet?.rowCount == 47)
    let before = lines(photos)
    #expect(!before.joined().contains("Photo 14"))
    _ = try library.library.undo()
    #expect(photos.list.sheet?.rowCount == 50 && photos.list.selected?.title == "Photo 15")
    _ = try library.library.redo()
    #expect(lines(photos) == before)
  }

  @Test("shows others from the first on when the list turns to them")
  func turning() async throws {
    let (library, photos) = try await sheet()
    try await library.importPhotos([PhotoRecord("90", "Other", by: "Bob")])
    photos.list.view.moveToBottom()
    let bob = try #require(try library.photo("90").photographer)
    photos.turn(to: .photographer(bob.objectID))
    try await photos.load()
    #expect(photos.list.selected?.title == "Other" && photos.list.view.positionText == "1/1")
    photos.turn(to: .all, selecting: try library.photo("40").objectID)
    try await photos.load()
    #expect(photos.list.selected?.title == "Photo 40")
    #expect(lines(photos).joined().contains("›Photo 40"))
  }

  @Test("A sheet without photographer shows no photos, and keys do no harm")
  func empty() async throws {
    let list = try await TestLibrary().photoList()
    list.list.showsSheet = true
    _ = lines(list)
    let view = list.list.view
    view.moveDown(1)
    view.moveOn(-1)
    view.page(1)
    view.wheel(1)
    view.goTo(3)
    view.moveToBottom()
    #expect(list.list.selected == nil && view.row(at: .zero) == nil && view.positionText == "0/0")
  }
}
