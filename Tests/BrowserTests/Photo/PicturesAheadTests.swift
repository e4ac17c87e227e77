import ObjectGraph
import Terminal
import TerminalPictures
import TerminalUI
import TestSupport
import Testing

@testable import Browser

@MainActor
@Suite("Pictures that are made in advance")
struct PicturesAheadTests {
  private static let box = Size(width: 8, height: 4)

  /// A maker of pictures that waits until it is allowed to go on.
  @MainActor private final class Maker {
    private(set) var begun: [ManagedObjectID] = []
    private var held: [CheckedContinuation<Void, Never>] = []
    let bell = Bell()
    var isHeld = false
    var detail = PictureDetail.full

    func make(_ id: ManagedObjectID, _ noteFile: () -> Void) async -> PicturesAhead.Made? {
      begun.append(id)
      noteFile()
      bell.ring()
      if isHeld { await withCheckedContinuation { held.append($0) } }
      let size = Size(width: 1, height: 1)
      let picture = Picture(id: "\(id.key)", size: size, content: .cells([]))
      return .init(picture: picture, place: Rect(size), box: PicturesAheadTests.box, detail: detail)
    }

    func goOn() {
      isHeld = false
      held.forEach { $0.resume() }
      held = []
    }
  }

  private let ahead = PicturesAhead()
  private let maker = Maker()
  private let ids: [ManagedObjectID]

  init() async throws {
    let bench = try await PictureBench(photos: 4)
    ids = try (1...4).map(bench.id)
  }

  private func want(_ wanted: [Int], besides seen: Int? = nil) {
    ahead.want(
      wanted.map { ids[$0] }, besides: seen.map { ids[$0] }, in: Self.box, detail: maker.detail,
      make: maker.make)
  }

  @Test("Each is made once while it is wanted or seen, and again afterwards")
  func once() async throws {
    want([1, 2], besides: 0)
    try await maker.bell.wait { maker.begun.count == 2 }
    for id in [ids[1], ids[2]] { await ahead.finish(id) }
    want([2, 0], besides: 1)
    try await maker.bell.wait { maker.begun.count == 3 }
    want([1, 2, 3], besides: 0)
    try await maker.bell.wait { maker.begun.count == 4 }
    #expect(maker.begun == [ids[1], ids[2], ids[0], ids[3]])
    #expect(ahead.picture(of: ids[2], in: Self.box)?.picture.id == "\(ids[2].key)")
    #expect(ahead.picture(of: ids[2], in: Size(width: 9, height: 4)) == nil)
    want([2])
    #expect(ahead.picture(of: ids[1], in: Self.box) == nil)
    want([1, 2])
    try await maker.bell.wait { maker.begun.count == 5 }
  }

  @Test("Drafts are made again in full when that is wanted, and stay until then")
  func drafts() async throws {
    maker.detail = .draft
    want([1, 2])
    try await maker.bell.wait { maker.begun.count == 2 }
    for id in [ids[1], ids[2]] { await ahead.finish(id) }
    maker.detail = .full
    maker.isHeld = true
    want([1])
    try await maker.bell.wait { maker.begun.count == 3 }
    #expect(ahead.picture(of: ids[1], in: Self.box)?.detail == .draft)
    maker.goOn()
    await ahead.finish(ids[1])
    #expect(ahead.picture(of: ids[1], in: Self.box)?.detail == .full)
    maker.detail = .draft
    want([1])
    #expect(!ahead.isMaking(ids[1]) && maker.begun.count == 3)
  }

  @Test("One that is being made while its photo comes to be seen is waited for")
  func finishing() async throws {
    maker.isHeld = true
    want([1, 2], besides: 0)
    try await maker.bell.wait { maker.begun.count == 2 }
    want([2, 3], besides: 1)
    #expect(ahead.isMaking(ids[1]) && !ahead.isMaking(ids[0]))
    maker.goOn()
    await ahead.finish(ids[1])
    #expect(ahead.picture(of: ids[1], in: Self.box) != nil && !ahead.isMaking(ids[1]))
    #expect(maker.begun.count { $0 == ids[1] } == 1)
  }

  @Test("One that is not wanted any more is discarded when it comes")
  func discarding() async throws {
    maker.isHeld = true
    want([1, 2])
    try await maker.bell.wait { maker.begun.count == 2 }
    want([2])
    maker.goOn()
    await ahead.finish(ids[2])
    #expect(ahead.picture(of: ids[1], in: Self.box) == nil && !ahead.isMaking(ids[1]))
    let made = try #require(ahead.picture(of: ids[2], in: Self.box))
    ahead.keep(made, of: ids[3])
    #expect(ahead.picture(of: ids[3], in: Self.box) != nil)
    ahead.forgetAll()
    #expect(ids.allSatisfy { ahead.picture(of: $0, in: Self.box) == nil })
  }
}
