import Foundation
import TestSupport

/// One of the ways in which pictures are kept, to be compared with the others.
///
/// All have the same file: tables, columns and indexes are those that the object graph makes, and the settings of the
/// connections are the same; another thread copies the log of each. Costs are of the work alone, without opening and closing, and without what was read
/// before.
protocol PictureStore: AnyObject {
  /// Writes pictures, a transaction for each page.
  func insert(_ facts: [PictureFacts], page: Int) async throws -> Cost
  /// Reads the pictures with these numbers, one by one.
  func readByNumber(_ numbers: [String]) async throws -> Reading
  /// Reads the pictures that follow each of these titles by their own, 50 at a time.
  func readPages(from titles: [String]) async throws -> Reading
  /// Reads the pictures with these keys, one by one.
  func readOneByOne(_ keys: [Int64]) async throws -> Reading
  /// Reads the pictures with these keys, `size` at a time.
  func readInBatches(_ keys: [Int64], size: Int) async throws -> Reading
  /// Reads all pictures.
  func readAll() async throws -> Reading
  /// Writes another number of views into pictures that were read, a transaction for each page.
  func update(_ keys: [Int64], page: Int) async throws -> Cost
  /// Changes and saves a picture at a time, while as many are held as there are keys.
  func saveOneByOne(_ count: Int, holding keys: [Int64]) async throws -> [Duration]
  /// Deletes pictures that were read, a transaction for each page.
  func delete(_ keys: [Int64], page: Int) async throws -> Cost
}

/// What reading took, and the sum of all views that were read, which all ways must agree about.
nonisolated struct Reading: Sendable {
  static let pageSize = 50

  var cost = Cost()
  var views = 0
}

nonisolated extension Reading {
  /// Times a body that gives the sum of the views.
  init(_ body: () throws -> Int) rethrows {
    var views = 0
    cost = try clocked { views = try body() }
    self.views = views
  }
}

nonisolated extension Array {
  /// The elements in parts of `size` at the most.
  func pages(of size: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: size).map { self[$0..<Swift.min($0 + size, count)] }
  }
}

/// The cost of work that does not suspend.
nonisolated func clocked(_ body: () throws -> Void) rethrows -> Cost {
  let (start, work) = (ContinuousClock.now, Machine.work)
  try body()
  return Cost(time: ContinuousClock.now - start, work: Machine.work - work)
}
