/// The marks of a photo as XMP has them.
public struct XMPMarks: Hashable, Sendable {
  /// The rating: 0 to 5 stars, -1 for a rejected photo.
  public let rating: Int
  /// A Boolean value that indicates whether the photo is picked.
  public let isPicked: Bool
  /// The color label in English, capitalized as Lightroom writes it; `nil` without one.
  public let label: String?

  /// Creates marks.
  public init(rating: Int, isPicked: Bool, label: String?) {
    (self.rating, self.isPicked, self.label) = (rating, isPicked, label)
  }

  /// The properties that say so.
  ///
  /// `xmp:Rating` is -1 for a rejected photo (XMP specification, part 1). A pick has no property that all programs share:
  /// `xmpDM:good` is Adobe's, `digiKam:PickLabel` digiKam's, where 1 is rejected and 3 accepted. A label of
  /// another name, such as one of Bridge's, and a pending pick label are not shown, and stay. darktable has several
  /// color labels, of which the first is the one that is read; they are changed only where they are, and the others stay.
  var properties: [XMPProperty] {
    let isRejected = rating < 0
    let colors = ["Red", "Yellow", "Green", "Blue", "Purple"]
    return [
      XMPProperty("xmp", XMPName.xmp, "Rating", .text(String(rating))),
      XMPProperty("xmp", XMPName.xmp, "Label", label.map { .text($0) } ?? .noneOf(Set(colors))),
      XMPProperty(
        "xmpDM", XMPName.dynamicMedia, "good", .text(isPicked ? "True" : isRejected ? "False" : nil)),
      XMPProperty(
        "digiKam", XMPName.digiKam, "PickLabel",
        isPicked ? .text("3") : isRejected ? .text("1") : .noneOf(["1", "3"])),
      XMPProperty(
        "darktable", XMPName.darktable, "colorlabels",
        .firstOfExistingSequence(label.flatMap(colors.firstIndex(of:)).map(String.init))),
    ]
  }
}
