/// The type of an attribute's values, which determines the type of its column.
///
/// The names and the columns are those of Core Data's model editor and store files.
public enum AttributeType: String, Sendable, Hashable, CaseIterable {
  /// A 16-bit integer.
  case integer16
  /// A 32-bit integer.
  case integer32
  /// A 64-bit integer.
  case integer64
  /// A number with up to 38 decimal digits, exact in memory, also in the object that saved it.
  ///
  /// A SQLite store keeps it as a real number, as Apple's does: a reader gets 15 exact digits from there. An
  /// in-memory store keeps it exactly.
  case decimal
  /// A 64-bit real number; a SQLite store returns zero for negative zero, which is equal to it.
  case double
  /// A real number of 32 bits.
  case float
  /// Text.
  case string
  /// True or false.
  case boolean
  /// A point in time, in the store as real seconds since 2001-01-01 00:00 UTC.
  case date
  /// Bytes.
  case binary
  /// A UUID, in the store as its 16 bytes.
  case uuid
  /// An address, in the store as its text.
  case uri
  /// A value of any type, in the store as the bytes that an ``AttributeTransformer`` makes of it.
  case transformable
}
