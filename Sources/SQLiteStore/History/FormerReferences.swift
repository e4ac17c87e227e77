internal import Foundation
internal import ObjectStore

/// The references of a row before a commit, and its version, as bytes of `Z_HISTORYROWS`.
///
/// A follower needs them to remove the row from the relationships to which it belonged. The format is this library's
/// own: integers of seven bits a byte, the lowest first, with the highest bit set in all bytes but the last; first the
/// version, then slot, entity and key of each reference, where entity 0 stands for none. Slots are written by
/// `HistoryLayout.number(ofReference:in:)`.
struct FormerReferences {
  /// The version of the row before the commit.
  var version: Int64
  /// The references, by slot; null for none.
  var references: [(slot: Slot, value: PropertyValue)]

  /// Creates the references of a row in some of its slots.
  init(version: Int64, slots: some Sequence<Slot>, of values: [PropertyValue]) {
    self.version = version
    references = slots.map { ($0, values[$0]) }
  }

  /// Returns the bytes for a row of an entity.
  func data(of entity: EntityNumber, in history: HistoryLayout) -> Data {
    var data = Data()
    func append(_ number: Int64) {
      var rest = UInt64(bitPattern: number)
      while rest >= 0x80 {
        data.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      data.append(UInt8(rest))
    }
    append(version)
    for (slot, value) in references {
      append(history.number(ofReference: slot, in: entity))
      append(Int64(value.reference?.entity.rawValue ?? 0))
      append(value.reference?.key ?? 0)
    }
    return data
  }

  /// Decodes bytes of a file; nil if they are damaged.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - entity: The entity of the row.
  ///   - history: The numbering of its properties.
  ///   - store: The store of the row.
  init?(
    _ bytes: UnsafeRawBufferPointer, of entity: EntityNumber, in history: HistoryLayout, store: StoreIdentity
  ) {
    var numbers: [Int64] = []
    var (number, shift): (UInt64, UInt64) = (0, 0)
    for byte in bytes {
      guard shift < 64 else { return nil }
      number |= UInt64(byte & 0x7F) << shift
      shift += 7
      if byte & 0x80 == 0 {
        numbers.append(Int64(bitPattern: number))
        (number, shift) = (0, 0)
      }
    }
    guard shift == 0, let version = numbers.first, numbers.count % 3 == 1 else { return nil }
    self.version = version
    references = []
    for index in stride(from: 1, to: numbers.count, by: 3) {
      let target = numbers[index + 1]
      guard let slot = history.slot(ofReference: numbers[index], in: entity), 0...Int64(UInt16.max) ~= target
      else { return nil }
      let id = ManagedObjectID(entity: EntityNumber(Int(target)), key: numbers[index + 2], in: store)
      references.append((slot, target == 0 ? .null : .reference(id)))
    }
  }
}
