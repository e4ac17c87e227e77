/// Writes XMP sidecars.
public enum XMPSidecar {
  /// The reason why a sidecar cannot be changed.
  public enum Failure: Error, Hashable, CustomStringConvertible {
    /// It is not XML that can be read.
    case malformed(String)
    /// It is XML without the description of a file.
    case noDescription

    /// The reason as the end of a sentence.
    public var description: String {
      switch self {
      case .malformed(let reason): "it is not well-formed XML: \(reason)"
      case .noDescription: "it has no rdf:Description"
      }
    }
  }

  /// Returns a sidecar with marks; everything else in it stays as it is, byte by byte.
  ///
  /// - Parameters:
  ///   - contents: The sidecar; `nil` for a new one.
  ///   - marks: The marks.
  /// - Throws: A ``Failure``.
  /// - Complexity: O(*n*) in the bytes.
  public static func contents(_ contents: [UInt8]?, with marks: XMPMarks) throws(Failure) -> [UInt8] {
    var editor = try XMPEditor(contents ?? Array(empty.utf8))
    for property in marks.properties { try editor.set(property) }
    return editor.bytes
  }

  /// A packet that describes nothing yet (XMP specification, part 1, section 7).
  private static let empty = """
    <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
    <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Proofsheet">
     <rdf:RDF xmlns:rdf="\(XMPName.rdf)">
      <rdf:Description rdf:about=""/>
     </rdf:RDF>
    </x:xmpmeta>
    <?xpacket end="w"?>

    """
}
