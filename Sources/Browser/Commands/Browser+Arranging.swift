import Foundation
import ObjectGraph
import PhotoLibrary
import TerminalUI

/// The order and the sections of photos.
extension Browser {
  /// Sorts photos by orders with their names and directions, such as `taken asc` or `views, title`.
  ///
  /// - Throws: ``CommandLineError`` if there is no such order.
  func sort(named name: String) throws {
    if name == Self.albumOrder, lists.photos.album != nil { return sortAsAlbum() }
    guard let sort = PhotoSort(name) else {
      throw CommandLineError.unknownChoice(
        name, choices: sortChoices.map(\.text).filter { !$0.contains(" ") })
    }
    self.sort(by: sort)
  }

  /// Sorts photos by the next order, in its usual direction.
  ///
  /// Of an album, its own order comes before all others.
  func sortByNextOrder() {
    let (photos, orders) = (lists.photos, PhotoOrder.allCases)
    if photos.isInAlbumOrder { return sort(by: PhotoSort(orders[0])) }
    if photos.album != nil, photos.arrangement.sort.order == orders.last { return sortAsAlbum() }
    sort(by: PhotoSort(photos.arrangement.sort.order.next))
  }

  /// The name of the order of an album.
  private static let albumOrder = "album"

  private func sortAsAlbum() {
    rearrange { $0.usesAlbumOrder = true }
    toasts.show(Toast(.info, "Photos in the order of the album"))
  }

  /// Sorts photos in the opposite direction.
  func reverse() {
    guard !lists.photos.isInAlbumOrder else {
      return toasts.show(
        Toast(.info, "The order of an album has one direction", hint: hint(.sort, "chooses another order")))
    }
    var sort = lists.photos.arrangement.sort
    sort.isReversed.toggle()
    self.sort(by: sort)
  }

  private func sort(by sort: PhotoSort) {
    let heading = lists.photos.arrangement.heading
    let keeps = !heading.needsDate || sort.order.isDate
    let note = keeps ? "" : ", without headings: they need a date"
    let message = Toast(.info, "Photos sorted by \(sort.name)\(note)")
    arrange(by: sort, heading: keeps ? heading : .none) {
      try await self.reportMissingValues(of: sort, insteadOf: message, keepsHeadings: keeps)
    }
    toasts.show(message)
  }

  /// Says if no listed photo has a value of the order that they are sorted by: the user's own photos have no views, for example.
  private func reportMissingValues(
    of sort: PhotoSort, insteadOf message: Toast, keepsHeadings: Bool
  ) async throws {
    let photos = lists.photos
    // If any photo has a value, the first one has: those without a value follow.
    let request = FetchRequest<Photo>(where: photos.listedCondition, order: sort.order.keys, limit: 1)
    guard let first = try await library.context.fetchInBackground(request).first,
      !sort.order.hasValue(of: first), photos.arrangement.sort == sort, !photos.isInAlbumOrder
    else { return }
    if toasts.current == message { toasts.withdraw() }
    let note = keepsHeadings ? "" : "; headings need a date"
    let value = (sort.order.isDate ? "a " : "") + sort.order.name
    toasts.showInTurn(
      Toast(
        .info, "Photos sorted by \(sort.name), but none of them has \(value)\(note)",
        hint: hint(.sort, "next order")))
  }

  /// Groups photos under headings, and sorts them by the date taken if that needs a date.
  ///
  /// - Throws: ``CommandLineError`` if there are no such headings.
  func group(by name: String) throws {
    let name = name.trimmingCharacters(in: .whitespaces)
    guard let heading = PhotoHeading(rawValue: name) else {
      throw CommandLineError.unknownChoice(name, choices: PhotoHeading.allCases.map(\.rawValue))
    }
    let sort = lists.photos.arrangement.sort
    let isSorted = (!heading.needsDate || sort.order.isDate) && !lists.photos.isInAlbumOrder
    let target = heading.needsDate && !sort.order.isDate ? PhotoSort(.taken) : sort
    arrange(by: target, heading: heading)
    let note = isSorted ? "" : ", sorted by \(target.name)"
    let what = heading == .none ? "Photos without headings" : "Photos grouped by \(heading.rawValue)"
    toasts.show(Toast(.info, what + note))
  }

  /// Groups photos by the next value.
  func groupByNext() throws {
    let all = PhotoHeading.allCases
    let next = all[((all.firstIndex(of: lists.photos.arrangement.heading) ?? 0) + 1) % all.count]
    try group(by: next.rawValue)
  }

  private func arrange(
    by sort: PhotoSort, heading: PhotoHeading, then end: @escaping () async throws -> Void = {}
  ) {
    rearrange({ $0.sort(by: sort, heading: heading) }, then: end)
  }

  private func rearrange(
    _ change: (inout PhotoArrangement) -> Void, then end: @escaping () async throws -> Void = {}
  ) {
    lists.photos.choose(change)
    start {
      try await self.lists.photos.rearrange()
      self.searchAgain(in: .photos)
      try await end()
    }
  }

  /// The orders of photos, then those in the opposite direction.
  var sortChoices: [Choice] {
    let orders = PhotoOrder.allCases
    let own =
      lists.photos.album == nil ? [] : [Choice(text: Self.albumOrder, meaning: "the order of the album")]
    return own + orders.map { Choice(text: $0.rawValue, meaning: "by \($0.name)") }
      + orders.map { PhotoSort($0, isReversed: true) }.map { Choice(text: $0.text, meaning: "by \($0.name)") }
  }

  /// The headings of photos.
  var headingChoices: [Choice] {
    PhotoHeading.allCases.map { heading in
      let meaning =
        switch heading {
        case .none: "one list without headings"
        case .photographer: "by the name of the photographer"
        case .year, .month, .day: "by the date by which photos are sorted"
        }
      return Choice(text: heading.rawValue, meaning: meaning)
    }
  }
}
