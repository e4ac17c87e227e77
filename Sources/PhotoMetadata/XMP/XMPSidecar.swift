/// Reads and writes XMP sidecars.
public enum XMPSidecar {
  /// The reason why a sidecar cannot be changed or cannot be read beyond a fault.
  public enum Failure: Error, Hashable, CustomStringConvertible {
    /// It is not XML that can be read.
    case malformed(String)
    /// It is XML without the description of a file.
    case noDescription
    /// It has more than ``largestSize`` bytes.
    case tooLarge

    /// The reason as the end of a sentence.
    public var description: String {
      switch self {
      case .malformed(let reason): "it is not well-formed XML: \(reason)"
      case .noDescription: "it has no rdf:Description"
      case .tooLarge: "it is larger than \(XMPSidecar.largestSize >> 20) MiB"
      }
    }
  }

  /// The size of the largest sidecar that is read, in bytes.
  public static let largestSize = 4 << 20

  /// Returns the facts in a sidecar, and its fault; if it is not well-formed, the facts are those before the fault.
  ///
  /// - Complexity: O(*n*) in the bytes.
  public static func facts(of contents: [UInt8]) -> (facts: PhotoFacts, fault: Failure?) {
    XMPPacket.read(contents[...])
  }

  /// Returns a sidecar with marks; everything else in it stays as it is, byte by byte.
  ///
  /// - Parameters:
  ///   - contents: The sidecar; `nil` for a new one.
  ///   - marks: The marks.
  /// - Throws: A ``Failure``.
  /// - Complexity: O(*n*) in the bytes.
  public static func contents(_ contents: [UInt8]?, with marks: XMPMarks) throws(Failure) -> [UInt8] {
    guard contents.map({ $0.count <= largestSize }) ?? true else { throw .tooLarge }
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
