internal import Foundation
internal import ObjectModel

/// The byte before a value, which indicates its type.
private enum Tag: UInt8 {
  case null, integer, real, no, yes, string, date, data, uuid, url, decimal, reference, transformed
}

extension ByteWriter {
  /// A value behind its tag.
  mutating func put(_ value: PropertyValue) {
    switch value {
    case .null: put(tag: .null)
    case .integer(let number):
      put(tag: .integer)
      put(signed: number)
    case .real(let number):
      put(tag: .real)
      put(fixed: number.bitPattern)
    case .boolean(let flag): put(tag: flag ? .yes : .no)
    case .string(let text):
      put(tag: .string)
      put(text)
    case .date(let date):
      put(tag: .date)
      put(fixed: date.timeIntervalSinceReferenceDate.bitPattern)
    case .data(let data):
      put(tag: .data)
      put(data)
    case .uuid(let uuid):
      put(tag: .uuid)
      put(raw: uuid.bytes)
    case .url(let url):
      put(tag: .url)
      put(url.absoluteString)
    case .decimal(let number):
      put(tag: .decimal)
      put(DecimalText.text(number))
    case .transformed(let value):
      put(tag: .transformed)
      put(value.bytes)
    case .reference(let id):
      put(tag: .reference)
      put(count: id.entity.rawValue)
      put(signed: id.key)
    }
  }

  private mutating func put(tag: Tag) { put(byte: tag.rawValue) }
}

extension ByteReader {
  /// A value behind its tag.
  mutating func value() throws(AtomicStoreFormatError) -> PropertyValue {
    guard let tag = Tag(rawValue: try byte()) else {
      throw .damaged(reason: "a value is of no type that there is")
    }
    switch tag {
    case .null: return .null
    case .integer: return .integer(try signed())
    case .real: return .real(Double(bitPattern: try fixed()))
    case .no: return .boolean(false)
    case .yes: return .boolean(true)
    case .string: return .string(try text())
    case .date: return .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: try fixed())))
    case .data: return .data(try data())
    case .uuid: return .uuid(try uuid())
    case .url: return try url()
    case .decimal: return try decimal()
    case .reference: return try reference()
    case .transformed: return .transformed(TransformedValue(bytes: try data()))
    }
  }

  private mutating func url() throws(AtomicStoreFormatError) -> PropertyValue {
    let text = try text()
    guard let url = URL(string: text) else { throw .damaged(reason: "“\(text)” is no address") }
    return .url(url)
  }

  private mutating func decimal() throws(AtomicStoreFormatError) -> PropertyValue {
    let text = try text()
    guard let number = DecimalText.number(text) else { throw .damaged(reason: "“\(text)” is no number") }
    return .decimal(number)
  }

  private mutating func reference() throws(AtomicStoreFormatError) -> PropertyValue {
    guard let entity = Int(exactly: try number()) else { throw .damaged(reason: "an entity has no number") }
    return .reference(ManagedObjectID(entity: EntityNumber(entity), key: try signed(), in: .unbound))
  }
}
