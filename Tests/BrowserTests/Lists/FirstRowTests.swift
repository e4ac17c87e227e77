import Flickr
import ObjectGraph
import PhotoLibrary
import Terminal
import TestSupport
import Testing

@testable import Browser

@MainActor @Suite("Going to a row of a list of which only a part has been read")
struct FirstRowTests {
  /// A browser with 500 photos, of which those around one have been read.
  private func browser(around number: Int) async throws -> TestBrowser {
    let test = try await TestBrowser((0..<500).map { PhotoRecord("\($0)", "Photo \(1_000 + $0)", by: "Ann") })
    try await test.run("sort title")
    let photo = try test.photo("\(number)").objectID
    test.browser.lists.focus = .photos
    test.photos.turn(to: .all, where: nil, selecting: photo)
    try await test.photos.load()
    #expect(test.photos.list.isFilling && test.photos.list.selectedID == photo)
    return test
  }

  @Test("The first row is at hand with the first rows, and no key waits")
  func first() async throws {
    let test = try await browser(around: 20)
    test.typeAhead("g")
    #expect(!test.browser.keyboard.isHolding && test.photos.list.view.position == 1)
    test.typeAhead("100g")
    #expect(test.photos.list.selected?.title == "Photo 1099")
    #expect(test.photos.list.isFilling && test.browser.session.operations == 0)
    // Not all of the first rows have been read.
    #expect(test.photos.list.rowCount < 150)
    test.typeAhead("150g")
    try await test.idle()
    #expect(test.photos.list.selected?.title == "Photo 1149" && !test.photos.list.isFilling)
  }

  @Test(
    "First rows that are missing are read before all others, and keys behind wait for them",
    arguments: [1, 12])
  func missing(number: Int) async throws {
    let test = try await browser(around: 400)
    #expect(!test.photos.list.hasFirstRow)
    test.typeAhead(number == 1 ? "gj" : "\(number)gj")
    #expect(test.photos.list.isRestarting && test.browser.keyboard.held == [.key("j")])
    try await test.surface.bell.wait { !test.browser.keyboard.isHolding }
    #expect(test.photos.list.view.position == number + 1)
    try await test.idle()
    #expect(!test.photos.list.isFilling && test.photos.list.rowCount == 500)
    #expect(test.photos.list.selected?.title == "Photo \(1_000 + number)")
  }

  @Test("A row beyond the first ones waits until all rows have been read")
  func later() async throws {
    let test = try await browser(around: 20)
    test.typeAhead("300g")
    #expect(test.browser.keyboard.isHolding)
    try await test.photos.loadRest()
    test.browser.handleHeld()
    #expect(test.photos.list.selected?.title == "Photo 1299")
  }

  @Test("First rows that are read when other photos are listed move no cursor there")
  func otherPhotos() async throws {
    let test = try await browser(around: 400)
    test.typeAhead("12g")
    test.photos.turn(to: .all, where: nil, selecting: try test.photo("300").objectID)
    try await test.photos.load()
    try await test.idle()
    #expect(!test.photos.list.isFilling && !test.photos.list.isRestarting)
    #expect(test.photos.list.rowCount == 500 && test.photos.list.selected?.title == "Photo 1300")
  }
}
