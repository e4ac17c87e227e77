/// The nesting of the elements of an XMP packet, as far as it decides which of them describe the photo.
///
/// A description within a property describes something else, such as an ingredient of a composed picture.
struct XMPNesting {
  /// The role of an element.
  enum Role {
    /// A description of the photo, whose attributes are properties of the photo.
    case description
    /// A property of the photo.
    case property
    /// An element around the descriptions, or a part of a property.
    case other
  }

  private var depth = 0
  /// The depth of the description of the photo that is open.
  private var descriptionDepth: Int?

  /// Begins an element, and returns its role.
  mutating func begin(_ name: XMPName) -> Role {
    depth += 1
    if let descriptionDepth { return depth == descriptionDepth + 1 ? .property : .other }
    guard name == .description else { return .other }
    descriptionDepth = depth
    return .description
  }

  /// Ends the element that began last.
  mutating func end() {
    if descriptionDepth == depth { descriptionDepth = nil }
    depth -= 1
  }
}
