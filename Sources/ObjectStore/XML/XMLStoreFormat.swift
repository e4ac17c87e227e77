public import Foundation
internal import ObjectModel
internal import XMLReading

extension AtomicStoreFormat where Self == XMLStoreFormat {
  /// Text that people can read, compare and edit.
  public static var xml: XMLStoreFormat { XMLStoreFormat() }
}

/// A file that people can read, compare and edit, as Core Data's XML stores are; in elements of its own.
///
/// ```xml
/// <objectgraph version="1" identifier="7C0E…">
///   <entity name="Book" next-key="65" hash="0f…">
///     <property name="title" type="string"/>
///     <property name="author" to="Author"/>
///     <row key="1" version="2">
///       <value name="title">Comet in Moominland</value>
///       <value name="author" entity="Author" key="1"/>
///     </row>
///   </entity>
/// </objectgraph>
/// ```
///
/// Entities, properties and rows are always in the same order, so a change of one value is a change of one line.
/// Empty properties are left out, dates are in UTC, data in base64. A text with characters that XML cannot hold
/// bears `escaped="true"` and has them as `\u{0}`, with backslashes doubled, as names always do. What is not
/// understood is refused and not dropped; document types and their entities are not read.
public struct XMLStoreFormat: AtomicStoreFormat {
  /// The version of the format that is written.
  public static let version = 1

  /// Makes the format.
  public init() {}

  /// The bytes of a whole file.
  public func encode(_ contents: AtomicStoreContents) -> Data {
    var writer = XMLContentsWriter(contents: contents)
    writer.write()
    return Data(writer.text.utf8)
  }

  /// Decodes the contents of a file.
  public func decode(_ data: Data) throws(AtomicStoreFormatError) -> AtomicStoreContents {
    do {
      var reader = XMLContentsReader(scanner: try XMLScanner(data))
      return try reader.read()
    } catch let error as AtomicStoreFormatError {
      throw error
    } catch {
      // Whatever does not even begin as XML is something else.
      guard Self.looksLikeStore(data) else { throw .otherFormat }
      throw .damaged(reason: "\(error)")
    }
  }

  /// Returns a Boolean value that indicates whether the data begins like a store's file, whatever follows.
  ///
  /// A text that only mentions the format does not.
  private static func looksLikeStore(_ data: Data) -> Bool {
    var rest = Substring(String(decoding: data.prefix(1024), as: UTF8.self))
    if rest.first == "\u{FEFF}" { rest.removeFirst() }
    while true {
      rest = rest.drop(while: \.isWhitespace)
      guard let end = endOfPreamble(rest), let range = rest.firstRange(of: end) else { break }
      rest = rest[range.upperBound...]
    }
    return rest.hasPrefix("<" + XMLContentsWriter.root)
  }

  /// The end of the declaration, comment or document type with which a text begins; `nil` if it begins with none of them.
  private static func endOfPreamble(_ text: Substring) -> String? {
    if text.hasPrefix("<?") { return "?>" }
    if text.hasPrefix("<!--") { return "-->" }
    guard text.hasPrefix("<!DOCTYPE") else { return nil }
    return text.prefix { $0 != ">" }.contains("[") ? "]>" : ">"
  }
}
