import Flickr
import ListChanges
import ObjectGraph
import PhotoLibrary
import Testing

@testable import Browser

@MainActor @Suite("A range of selected photos")
struct RangeTests {
  @Test("A range is what lies between its beginning and the cursor, besides what was selected before")
  func moves() async throws {
    let library = try await TestLibrary(
      (0..<9).map { PhotoRecord("\($0)", "Photo \($0)", by: "Ann") })
    let list = try library.photoList()
    list.turn(to: .all)
    try await list.load()
    func rows() -> [Int] {
      list.selection.ids.compactMap { list.list.controller.path(of: $0)?.row }.sorted()
    }
    list.toggleSelection(2)
    list.list.view.goTo(5)
    list.toggleRange()
    for (row, selected) in [
      (8, [0, 1, 4, 5, 6, 7]), (6, [0, 1, 4, 5]), (6, [0, 1, 4, 5]), (1, [0, 1, 2, 3, 4]),
      (4, [0, 1, 3, 4]), (9, [0, 1, 4, 5, 6, 7, 8]),
    ] {
      list.list.view.goTo(row)
      list.followCursor()
      #expect(rows() == selected, "to row \(row)")
      #expect(list.hiddenCount == 0)
    }
    // A change of the list changes the rows between.
    try await library.library.delete([try library.photo("6")]).committed()
    list.listDidChange()
    list.followCursor()
    #expect(rows() == [0, 1, 4, 5, 6, 7])
    list.toggleRange()
    list.list.view.goTo(3)
    list.followCursor()
    #expect(rows() == [0, 1, 4, 5, 6, 7])
  }
}
