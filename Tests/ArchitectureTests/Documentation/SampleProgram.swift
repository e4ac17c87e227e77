/// A program that runs the samples of all articles, one after the other.
struct SampleProgram {
  let samples: [(article: String, sample: Article.Sample)]

  init(_ articles: [Article]) {
    samples = articles.flatMap { article in
      article.samples.filter { !$0.isProgram }.map { (article.name, $0) }
    }
  }

  var text: String {
    let functions = samples.indices.map(function)
    return Self.prelude + functions.joined() + main
  }

  /// A sample as a function, which is given what an article need not make first; the compiler reports errors in the
  /// article's own lines.
  private func function(_ number: Int) -> String {
    let (article, sample) = samples[number]
    return """
      @MainActor func sample\(number)(
        container: PersistentContainer, context: ManagedObjectContext, worker: BackgroundContext,
        model: ManagedObjectModel, photo: Photo, photographer: Photographer, id: ManagedObjectID, folder: String
      ) async throws {
      #sourceLocation(file: "\(article)", line: \(sample.line))
      \(sample.code.joined(separator: "\n"))
      #sourceLocation()
      }

      """
  }

  /// Says which sample begins, and `ran` if it came to its end.
  private var main: String {
    let calls = samples.indices.map { number in
      """
          do {
            print("sample \(number)")
            let setting = try Setting()
            try await sample\(number)(
              container: setting.container, context: setting.container.viewContext,
              worker: try setting.container.makeBackgroundContext(), model: setting.container.coordinator.model,
              photo: setting.photo, photographer: setting.photographer, id: setting.id,
              folder: try folder(\(number)))
            print("ran \(number)")
          } catch {
            print("\(samples[number].article):\(samples[number].sample.line): \\(error)")
          }

      """
    }
    return "@main struct Samples {\n  @MainActor static func main() async throws {\n" + calls.joined()
      + "  }\n}\n"
  }

  /// What the samples take for granted.
  private static let prelude = """
    import FetchedResults
    import Foundation
    import ListChanges
    import ObjectGraph
    import Observation
    import SQLiteStore

    final class Photo: ManagedObject {
      @Attribute("title") var title: String
      @Attribute("taken") var taken: Date?
      @Attribute("size") var size: Int
      @Attribute("views") var views: Int
      @ToOne("photographer") var photographer: Photographer?
    }

    final class Photographer: ManagedObject {
      @Attribute("name") var name: String
      @Attribute("quota") var quota: Int
      @ToMany("photos") var photos: ObjectSet<Photo>
    }

    final class Book: ManagedObject {
      @Attribute("title") var title: String
    }

    @MainActor struct Setting {
      let container: PersistentContainer
      let photo: Photo
      let photographer: Photographer
      let id: ManagedObjectID

      init() throws {
        let model = try ManagedObjectModel([
          EntityDescription(
            Photo.self,
            attributes: [
              .init("title", .string, default: .string("")), .init("taken", .date, isOptional: true),
              .init("size", .integer64, default: .integer(1)), .init("views", .integer64, default: .integer(0)),
            ],
            relationships: [.toOne("photographer", "Photographer", inverse: "photos")]),
          EntityDescription(
            Photographer.self,
            attributes: [.init("name", .string), .init("quota", .integer64, default: .integer(0))],
            relationships: [.toMany("photos", "Photo", inverse: "photographer")]),
          EntityDescription(Book.self, attributes: [.init("title", .string)]),
        ])
        container = try PersistentContainer(store: InMemoryStore(model: model))
        photographer = try container.viewContext.insert(Photographer.self)
        photographer.name = "Ann"
        photo = try container.viewContext.insert(Photo.self)
        photo.title = "Harbor"
        photo.photographer = photographer
        // This photo stays unused, so that it is a fault when it is first read.
        let bridge = try container.viewContext.insert(Photo.self)
        bridge.title = "Bridge"
        id = bridge.objectID
        try container.viewContext.save()
      }
    }

    func folder(_ name: Int) throws -> String {
      let path = FileManager.default.currentDirectoryPath + "/\\(name)"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      return path
    }


    """
}
