public import Foundation

/// A keyed archive in a binary property list, laid out by hand: no class of Foundation takes part.
public struct KeyedArchiveBuilder {
  /// A value of a property list.
  public indirect enum Value {
    case null
    case flag(Bool)
    case integer(Int)
    case real(Double)
    case data(Data)
    case text(String)
    /// A reference to an archived object.
    case uid(Int)
    case array([Value])
    case dictionary([(key: String, value: Value)])
  }

  private var objects: [Value] = [.text("$null")]
  private var classes: [String: Int] = [:]

  /// Creates an archive without objects.
  public init() {}

  /// Reserves a place for an object that others refer to before it is added.
  public mutating func reserve() -> Int {
    objects.append(.null)
    return objects.count - 1
  }

  /// Adds a plain value, and returns a reference to it.
  public mutating func add(_ value: Value) -> Value {
    objects.append(value)
    return .uid(objects.count - 1)
  }

  /// Adds an object of a class at a reserved place, or at a new one, and returns a reference to it.
  public mutating func object(_ name: String, _ keys: [String: Value], at place: Int? = nil) -> Value {
    let index = place ?? reserve()
    let type = classes[name] ?? reserve()
    if classes[name] == nil {
      classes[name] = type
      objects[type] = .dictionary([
        ("$classname", .text(name)), ("$classes", .array([.text(name), .text("NSObject")])),
      ])
    }
    let entries = keys.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value) }
    objects[index] = .dictionary([("$class", .uid(type))] + entries)
    return .uid(index)
  }

  /// Adds an array of references.
  public mutating func array(_ items: [Value], of name: String = "NSArray") -> Value {
    object(name, ["NS.objects": .array(items)])
  }

  /// Adds a dictionary of references.
  public mutating func dictionary(_ entries: [String: Value]) -> Value {
    let sorted = entries.sorted { $0.key < $1.key }
    let keys = sorted.map { add(.text($0.key)) }
    return object("NSDictionary", ["NS.keys": .array(keys), "NS.objects": .array(sorted.map(\.value))])
  }

  /// Returns the archive.
  public func archive(root: Value) -> Data {
    BinaryListWriter.data(
      of: .dictionary([
        ("$version", .integer(100_000)), ("$archiver", .text("NSKeyedArchiver")),
        ("$top", .dictionary([("root", root)])),
        ("$objects", .array(objects)),
      ]))
  }
}

/// The bytes of a binary property list, with references of two bytes and offsets of four.
private struct BinaryListWriter {
  private var objects: [[UInt8]] = []

  static func data(of value: KeyedArchiveBuilder.Value) -> Data {
    var writer = BinaryListWriter()
    let top = writer.add(value)
    var (bytes, offsets) = (Array("bplist00".utf8), [UInt8]())
    for object in writer.objects {
      offsets += number(bytes.count, 4)
      bytes += object
    }
    let table = bytes.count
    bytes += offsets + [0, 0, 0, 0, 0, 0, 4, 2]
    bytes += number(writer.objects.count, 8) + number(top, 8) + number(table, 8)
    return Data(bytes)
  }

  private static func number(_ number: Int, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func head(_ kind: UInt8, _ count: Int) -> [UInt8] {
    count < 15 ? [kind << 4 | UInt8(count)] : [kind << 4 | 15, 0x12] + number(count, 4)
  }

  private mutating func add(_ value: KeyedArchiveBuilder.Value) -> Int {
    let index = objects.count
    objects.append([])
    switch value {
    case .null: objects[index] = [0]
    case .flag(let flag): objects[index] = [flag ? 9 : 8]
    case .integer(let integer): objects[index] = [0x13] + Self.number(integer, 8)
    case .real(let real): objects[index] = [0x23] + Self.number(Int(bitPattern: UInt(real.bitPattern)), 8)
    case .data(let data): objects[index] = Self.head(4, data.count) + data
    case .text(let text) where text.utf8.allSatisfy({ $0 < 0x80 }):
      objects[index] = Self.head(5, text.utf8.count) + text.utf8
    case .text(let text):
      objects[index] = Self.head(6, text.utf16.count) + text.utf16.flatMap { Self.number(Int($0), 2) }
    case .uid(let uid): objects[index] = [0x81] + Self.number(uid, 2)
    case .array(let values):
      let parts = values.map { add($0) }
      objects[index] = Self.head(0xA, parts.count) + parts.flatMap { Self.number($0, 2) }
    case .dictionary(let entries):
      let keys = entries.map { add(.text($0.key)) }
      let values = entries.map { add($0.value) }
      objects[index] = Self.head(0xD, keys.count) + (keys + values).flatMap { Self.number($0, 2) }
    }
    return index
  }
}
