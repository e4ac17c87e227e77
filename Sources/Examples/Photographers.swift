import ArgumentParser
import FetchedResults
import Foundation
import ObjectGraph
import SQLiteStore

/// A list of photographers and one of the photos of one of them, both following what happens to the objects.
struct Photographers: Example {
  static let configuration = CommandConfiguration(
    commandName: "photographers", abstract: "Lists on fetched-results controllers, and how they change.")

  final class Photographer: ManagedObject {
    @Attribute("name") var name: String
    @Attribute("initial") var initial: String
    @ToMany("photos") var photos: ObjectSet<Photo>

    func rename(_ name: String) {
      self.name = name
      initial = String(name.prefix(1))
    }
  }

  final class Photo: ManagedObject {
    static let photographer = ToOneProperty<Photo, Photographer>("whoTook")

    @Attribute("title") var title: String
    @ToOne("whoTook") var whoTook: Photographer?

    /// A photographer without other photos is deleted with this one.
    override func prepareForDeletion() {
      guard let whoTook, whoTook.photos.allSatisfy({ $0.isDeleted }) else { return }
      managedObjectContext?.delete(whoTook)
    }
  }

  static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel([
      EntityDescription(
        Photographer.self, attributes: [.init("name", .string), .init("initial", .string)],
        relationships: [.toMany("photos", "Photo", inverse: "whoTook")],
        unique: [["name"]], indexes: [["initial", "name"]]),
      EntityDescription(
        Photo.self, attributes: [.init("title", .string)],
        relationships: [.toOne("whoTook", "Photographer", inverse: "photos", isOptional: false)]),
    ])
  }

  @MainActor
  func run(in folder: URL) async throws {
    let path = folder.appendingPathComponent("photos.sqlite").path
    let container = try PersistentContainer(store: SQLiteStore(path: path, model: Self.model()))
    let context = container.viewContext
    context.undoHistory = UndoHistory()
    try await takePhotos(container, [("Ann", "Lighthouse"), ("Ann", "Harbor at dawn"), ("Bea", "Tram 28")])

    print("Photographers, in sections by their initials:")
    let everybody = FetchRequest<Photographer>(order: [FetchOrder("initial"), FetchOrder("name")])
    let photographers = PrintedList(
      "photographers",
      try FetchedResultsController(everybody, sectionKeyPath: "initial", context: context)
    ) { "\($0.name) (\($0.photos.count))" }
    try await photographers.show()

    heading("Photos of Ann:")
    guard let ann = try photographer("Ann", context), let bea = try photographer("Bea", context) else {
      return
    }
    let annsPhotos = FetchRequest<Photo>(
      where: Photo.photographer == ann.objectID, order: [FetchOrder("title")])
    let photos = PrintedList("photos", try FetchedResultsController(annsPhotos, context: context)) {
      $0.title
    }
    try await photos.show()

    heading("In the background, Ann takes another photo, and Carl appears:")
    try await takePhotos(container, [("Ann", "Fog"), ("Carl", "Ferris wheel")])
    heading("“Harbor at dawn” becomes “Sunrise”, and takes another place:")
    try act(context) { ann.photos.first { $0.title == "Harbor at dawn" }?.title = "Sunrise" }
    heading("Bea becomes Zoe, and her section another one:")
    try act(context) { bea.rename("Zoe") }
    heading("Zoe's only photo is deleted, and she goes with it:")
    try act(context) { for photo in bea.photos { context.delete(photo) } }
    heading("That is undone:")
    try act(context) { context.undo() }
    heading("A photo passes from Ann to Zoe:")
    try act(context) { ann.photos.first { $0.title == "Fog" }?.whoTook = try photographer("Zoe", context) }
    try context.save()
    withExtendedLifetime((photographers, photos)) {}
  }

  /// Changes the main context and ends the event, so that the changes are reported before the next heading.
  @MainActor
  private func act(_ context: ManagedObjectContext, _ change: () throws -> Void) throws {
    try change()
    context.processPendingChanges()
  }

  private func takePhotos(
    _ container: PersistentContainer, _ photos: [(photographer: String, title: String)]
  ) async throws {
    try await container.performBackgroundTask { context in
      for (name, title) in photos {
        let photographer = try photographer(name, context) ?? context.insert(Photographer.self)
        photographer.rename(name)
        let photo = try context.insert(Photo.self)
        (photo.title, photo.whoTook) = (title, photographer)
      }
    }
  }

  private func photographer(_ name: String, _ context: ManagedObjectContext) throws -> Photographer? {
    try context.fetch(FetchRequest<Photographer>(where: FetchPredicate("name == %@", name))).first
  }
}
