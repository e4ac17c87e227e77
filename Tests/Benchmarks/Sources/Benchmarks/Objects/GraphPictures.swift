import Foundation
import ObjectGraph
import SQLiteStore

/// Pictures as objects of a graph, in a worker.
final class GraphPictures: PictureStore {
  private let coordinator: PersistentStoreCoordinator
  private let worker: BackgroundContext
  private let number: EntityNumber

  /// Makes the file if there is none, with the authors.
  init(path: String) async throws {
    let model = try Picture.model()
    coordinator = PersistentStoreCoordinator(store: try SQLiteStore(path: path, model: model))
    worker = try BackgroundContext(coordinator: coordinator, durability: .normal)
    number = model.number(of: Picture.self)
    try await worker.perform { context in
      guard try context.count(FetchRequest<Author>()) == 0 else { return }
      for key in 1...PictureFacts.authors {
        try context.insert(Author.self).name = "author \(key)"
      }
      try context.save()
    }
  }

  func insert(_ facts: [PictureFacts], page: Int) async throws -> Cost {
    try await worker.perform { context in
      try clocked {
        let authors = try context.fetch(FetchRequest<Author>())
        for facts in facts.pages(of: page) {
          for facts in facts {
            let picture = try context.insert(Picture.self)
            picture.number = facts.number
            picture.title = facts.title
            picture.text = facts.text
            picture.tags = facts.tags
            picture.uploaded = facts.uploaded
            picture.taken = facts.taken
            picture.views = facts.views
            picture.isFavourite = facts.isFavourite
            picture.rating = facts.rating
            picture.author = authors[Int(facts.author) - 1]
          }
          try context.save()
        }
      }
    }
  }

  func readByNumber(_ numbers: [String]) async throws -> Reading {
    try await worker.perform { context in
      try Reading {
        try numbers.reduce(0) { sum, number in
          let request = FetchRequest<Picture>(
            where: .comparison(.init("number", .equal, .value(.string(number)))))
          return try sum + context.fetch(request).reduce(0) { $0 + $1.views }
        }
      }
    }
  }

  func readPages(from titles: [String]) async throws -> Reading {
    try await worker.perform { context in
      try Reading {
        try titles.reduce(0) { sum, title in
          let request = FetchRequest<Picture>(
            where: .comparison(.init("title", .greaterOrEqual, .value(.string(title)))),
            order: [FetchOrder("title")], limit: Reading.pageSize)
          return try sum + context.fetch(request).reduce(0) { $0 + $1.views }
        }
      }
    }
  }

  func readOneByOne(_ keys: [Int64]) async throws -> Reading {
    await worker.perform { [number] context in
      Reading { keys.reduce(0) { $0 + Self.picture($1, number, context).views } }
    }
  }

  func readInBatches(_ keys: [Int64], size: Int) async throws -> Reading {
    await worker.perform { [number] context in
      Reading {
        keys.pages(of: size).reduce(0) { sum, keys in
          let objects = context.readAhead(
            keys.map { ManagedObjectID(entity: number, key: $0, in: context.coordinator.identity) })
          return objects.reduce(sum) { $0 + (($1 as? Picture)?.views ?? 0) }
        }
      }
    }
  }

  func readAll() async throws -> Reading {
    try await worker.perform { context in
      try Reading { try context.fetch(FetchRequest<Picture>()).reduce(0) { $0 + $1.views } }
    }
  }

  func update(_ keys: [Int64], page: Int) async throws -> Cost {
    try await worker.perform { [number] context in
      let pictures = Self.pictures(keys, number, context)
      return try clocked {
        for page in pictures.pages(of: page) {
          for picture in page { picture.views += 1 }
          try context.save()
        }
      }
    }
  }

  func saveOneByOne(_ count: Int, holding keys: [Int64]) async throws -> [Duration] {
    try await worker.perform { [number] context in
      let pictures = Self.pictures(keys, number, context)
      return try (0..<count).map { index in
        try clocked {
          pictures[index * 7919 % pictures.count].views += 1
          try context.save()
        }.time
      }
    }
  }

  func delete(_ keys: [Int64], page: Int) async throws -> Cost {
    try await worker.perform { [number] context in
      let pictures = Self.pictures(keys, number, context)
      return try clocked {
        for page in pictures.pages(of: page) {
          for picture in page { context.delete(picture) }
          try context.save()
        }
      }
    }
  }

  /// How much memory so many objects take while they are faults, and then with their values.
  func memory(_ keys: [Int64]) async throws -> (faults: Int, objects: Int) {
    await worker.perform { [number] context in
      let before = Machine.allocatedBytes
      let ids = keys.map { ManagedObjectID(entity: number, key: $0, in: context.coordinator.identity) }
      let faults = ids.map(context.object(with:))
      let made = Machine.allocatedBytes
      let objects = context.readAhead(ids)
      let read = Machine.allocatedBytes
      return withExtendedLifetime((faults, objects)) { (made - before, read - before) }
    }
  }

  private nonisolated static func picture(
    _ key: Int64, _ number: EntityNumber, _ context: ManagedObjectContext
  ) -> Picture {
    guard
      let picture = context.object(
        with: ManagedObjectID(entity: number, key: key, in: context.coordinator.identity)) as? Picture
    else {
      preconditionFailure("the entity of pictures has another class")
    }
    return picture
  }

  /// Pictures that have been read.
  private nonisolated static func pictures(
    _ keys: [Int64], _ number: EntityNumber, _ context: ManagedObjectContext
  ) -> [Picture] {
    context.readAhead(keys.map { ManagedObjectID(entity: number, key: $0, in: context.coordinator.identity) })
      .compactMap { $0 as? Picture }
  }
}
