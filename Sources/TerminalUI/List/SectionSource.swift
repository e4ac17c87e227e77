/// The number of rows in the sections of a list.
///
/// Asked on reload and after changes.
@MainActor public protocol SectionSource: AnyObject {
  /// The number of sections.
  var sectionCount: Int { get }
  /// Returns the number of rows of a section. The call must be fast.
  func numberOfRows(in section: Int) -> Int
}

extension SectionSource {
  /// Rows of each section.
  var counts: [Int] { (0..<sectionCount).map(numberOfRows(in:)) }
}
