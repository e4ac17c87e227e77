import Flickr
import Foundation
import PhotoLibrary
import Presentation
import Terminal
import TerminalUI
import Testing

@testable import Browser

@MainActor @Suite("A photo as a row")
struct PhotoRowTests {
  @Test("A row shows at its right what the list is sorted by, and whose the photo is where many are listed")
  func rows() async throws {
    var record = PhotoRecord("1", "Sea", by: "Ann")
    record.description = "By <b>the</b> sea"
    record.uploaded = Date(timeIntervalSince1970: 1_700_000_000)
    record.taken = TakenDate(localTime: "2020-02-29 12:00:00", granularity: 0)
    record.views = 1_234
    let library = try await TestLibrary([record])
    let photo = try library.photo("1")
    let rows = PhotoOrder.allCases.map {
      PhotoPresentation.row(of: photo, order: $0, isMarked: false, photographer: nil)
    }
    #expect(rows.map(\.trailing) == ["2023-11-14", "2023-11-14", "2020-02-29", "1234", "2023-11-14"])
    #expect(rows.allSatisfy { $0.title == "Sea" && $0.details == ["By the sea"] })
    let row = PhotoPresentation.row(
      of: photo, order: .title, isMarked: true, photographer: photo.photographer?.name)
    #expect(row.title == "Sea" && row.isSelected && row.details == ["Ann", "By the sea"])
    withExtendedLifetime(library) {}
  }

  @Test("Marks stand beside the title and not in it, and a color label has its color")
  func marks() async throws {
    let library = try await TestLibrary([PhotoRecord("1", "Sea", by: "Ann")])
    let photo = try library.photo("1")
    func row() -> ListRow {
      PhotoPresentation.row(of: photo, order: .title, isMarked: false, photographer: nil)
    }
    #expect(row().marks == [] && !row().isSelected)
    for change in [MarkChange.stars(3), .label(.red)] { try library.library.mark([photo], change) }
    #expect(row().marks == [RowMark("★★★"), RowMark("[red]", style: ColorLabel.red.style)])
    #expect(row().title == "Sea" && PhotoPresentation.markedTitle(of: photo) == "★★★ [red] Sea")
    let labels = ColorLabel.allCases.dropFirst().map { $0.style.background }
    #expect(Set(labels).count == labels.count && !labels.contains(.standard))
    withExtendedLifetime(library) {}
  }
}
