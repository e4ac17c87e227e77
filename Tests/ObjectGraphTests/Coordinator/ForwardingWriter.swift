import ObjectGraph

/// A writer that passes everything on to another one.
class ForwardingWriter: StoreWriter {
  let writer: any StoreWriter

  init(_ writer: any StoreWriter) { self.writer = writer }

  func reserveKeys(_ count: Int, entity: EntityNumber) throws -> Range<Int64> {
    try writer.reserveKeys(count, entity: entity)
  }

  func transaction<Result>(
    _ durability: Durability, _ body: (any StoreTransaction) throws -> Result
  ) throws -> Result { try writer.transaction(durability, body) }
}
