import Flickr
import Foundation
import ObjectGraph
import ObjectStore
import PhotoLibrary
import PictureFetching
import Terminal
import TerminalUI
import TestSupport
import Transfer

@testable import Browser

/// A browser without a terminal, whose library is in a folder of its own.
@MainActor struct TestBrowser {
  let library: TestLibrary
  let surface = TestSurface()
  let browser: Browser

  /// Opens a library with photos, whose contexts use the store that `wrapping` returns for its own.
  init(
    _ records: [PhotoRecord], options: BrowserOptions = BrowserOptions(),
    wrapping: (any PersistentStore) -> any PersistentStore = { $0 }
  ) async throws {
    library = try await TestLibrary(records, wrapping: wrapping)
    await library.library.container.coordinator.drain()
    let client = TransferClient()
    let fetcher = PictureFetcher(
      cache: PictureCache(folder: library.folder.url.appending(path: "cache")), client: client)
    browser = try Browser(
      library: library.library,
      refresher: Refresher(source: .pages(.sample), client: FlickrClient(transfer: client)),
      fetcher: fetcher, notices: AsyncStream { $0.finish() },
      files: PictureFiles(folder: library.folder.url.appending(path: "files"), fetcher: fetcher),
      options: options, surface: BrowserSurface(surface: surface))
    surface.browser = browser
    await browser.resume()
    try await idle()
  }

  /// The photos of the list.
  var photos: PhotoList { browser.lists.photos }

  /// The titles of the listed photos.
  var titles: [String] { photos.list.titles(\.title).flatMap { $0 } }

  /// The latest message.
  var message: String { browser.toasts.history.last?.toast.text ?? "" }

  /// The hint of the latest message.
  var hint: String? { browser.toasts.history.last?.toast.hint?.text }

  /// The prompt that is open.
  var prompt: PromptScreen? { browser.screens.top as? PromptScreen }

  /// Returns when nothing goes on by itself.
  func idle() async throws {
    try await surface.bell.wait {
      !surface.isHolding && browser.session.operations == 0 && !photos.isTurning
        && !browser.keyboard.isHolding && !browser.fetching.isRunning && !browser.export.isRunning
    }
  }

  /// Gives keys to the browser, all of them before anything that they start has ended.
  func typeAhead(_ keys: String) { surface.send(keys.map { .key(Self.key($0)) }) }

  /// Gives keys to the browser, each when the former has had its effect.
  func type(_ keys: String) async throws {
    for key in keys { try await press(Self.key(key)) }
  }

  /// Gives a key to the browser, and returns when it has had its effect.
  func press(_ key: KeyEvent) async throws {
    surface.send([.key(key)])
    try await idle()
  }

  /// Calls a command, and returns when it has had its effect.
  func run(_ line: String) async throws {
    try browser.run(line)
    browser.followMaster()
    browser.followPhoto()
    try await idle()
  }

  func photo(_ id: String) throws -> Photo { try library.photo(id) }

  private static func key(_ character: Character) -> KeyEvent {
    switch character {
    case "\r": .enter
    case "\t": .tab
    case "\u{1B}": .escape
    default: .character(character)
    }
  }
}
