internal import Foundation
internal import Inflating
internal import ObjectStore

/// The model that a file of Apple's holds in `Z_MODELCACHE`: a deflated archive of it, as in a compiled model.
struct AppleModelCache {
  let file: StoreFile

  /// The maximum size of a decompressed model in bytes, so that a small file cannot fill the memory.
  private static let sizeLimit = 64 << 20

  /// Reads the model.
  ///
  /// - Throws: `StoreError.noModel(path:)` if the file holds none, as those of early systems.
  func model(classes: @escaping (String) -> (any EntityObject.Type)?) throws -> ManagedObjectModel {
    guard let content = try file.inspect({ try Self.content(on: $0) }) else {
      throw StoreError.noModel(path: file.path)
    }
    guard let archive = Inflater.inflate([UInt8](content), atMost: Self.sizeLimit), archive.isWhole else {
      throw StoreError.damaged(path: file.path, reason: "its model in Z_MODELCACHE cannot be decompressed")
    }
    do {
      return try CompiledModel(contents: Data(archive.bytes), path: "Z_MODELCACHE", classes: classes).model
    } catch {
      throw StoreError.damaged(path: file.path, reason: "its model makes no sense: \(error)")
    }
  }

  private static func content(on connection: Connection) throws -> Data? {
    guard try connection.integer("SELECT 1 FROM sqlite_master WHERE name = 'Z_MODELCACHE'") != nil else {
      return nil
    }
    var content: Data?
    try connection.forEachRow("SELECT Z_CONTENT FROM Z_MODELCACHE WHERE Z_CONTENT IS NOT NULL LIMIT 1") {
      content = $0.data(0)
    }
    return content
  }
}
