#if PostgreSQL
  internal import Foundation
  internal import ObjectStore

  /// The references of a row before a commit, and its version, as bytes of the history.
  ///
  /// The bytes are integers of eight bytes, the highest first: the version, then slot, entity and key of each reference,
  /// where entity 0 stands for none. Slots are written by `HistoryLayout.number(ofReference:in:)`.
  struct FormerReferences {
    /// The version of the row before the commit.
    let version: Int64
    /// The references, by slot; null for none.
    private(set) var references: [(slot: Slot, value: PropertyValue)]

    /// Creates the references of a row in some of its slots.
    init(version: Int64, slots: some Sequence<Slot>, of values: [PropertyValue]) {
      self.version = version
      references = slots.map { ($0, values[$0]) }
    }

    /// Returns the bytes for a row of an entity.
    func bytes(of entity: EntityNumber, in layout: StoreLayout) -> [UInt8] {
      var bytes: [UInt8] = []
      bytes.append(network: version)
      for reference in references {
        let id = reference.value.reference
        bytes.append(network: layout.history.number(ofReference: reference.slot, in: entity))
        bytes.append(network: id.flatMap { layout.storedNumber(of: $0.entity) } ?? 0)
        bytes.append(network: id?.key ?? 0)
      }
      return bytes
    }

    /// Decodes bytes of the history for a row of an entity; nil if they are damaged.
    init?(_ bytes: UnsafeRawBufferPointer, of entity: EntityNumber, in layout: StoreLayout) {
      guard bytes.count >= 8, bytes.count % 24 == 8 else { return nil }
      let numbers = stride(from: 0, to: bytes.count, by: 8).map {
        Int64(bigEndian: bytes.loadUnaligned(fromByteOffset: $0, as: Int64.self))
      }
      version = numbers[0]
      references = []
      for index in stride(from: 1, to: numbers.count, by: 3) {
        guard let slot = layout.history.slot(ofReference: numbers[index], in: entity) else { return nil }
        guard numbers[index + 1] != 0 else {
          references.append((slot, .null))
          continue
        }
        guard let target = layout.number(ofStored: numbers[index + 1]) else { return nil }
        references.append(
          (slot, .reference(ManagedObjectID(entity: target, key: numbers[index + 2], in: layout.store))))
      }
    }
  }
#endif
