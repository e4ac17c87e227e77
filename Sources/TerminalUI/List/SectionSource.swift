/// The number of rows in the sections of a list.
///
/// Asked on reload and after changes; for headers that are in view, when they are laid out.
@MainActor public protocol SectionSource: AnyObject {
  /// The number of sections.
  var sectionCount: Int { get }
  /// Returns the number of rows of a section. The call must be fast.
  func numberOfRows(in section: Int) -> Int
  /// A Boolean value that indicates whether a header stands above each section.
  var hasHeaders: Bool { get }
  /// Returns the header of a section.
  func header(of section: Int) -> ListHeader
}

extension SectionSource {
  /// No headers.
  public var hasHeaders: Bool { false }
  /// A header without a text.
  public func header(of section: Int) -> ListHeader { ListHeader(title: "") }
  /// Rows of each section.
  var counts: [Int] { (0..<sectionCount).map(numberOfRows(in:)) }
}
