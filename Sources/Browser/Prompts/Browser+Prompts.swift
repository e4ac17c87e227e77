import ObjectGraph
import PhotoLibrary
import TerminalUI

/// Asking for texts, and their use.
extension Browser {
  /// Opens a prompt.
  func ask(_ task: any PromptTask) {
    let prompt = PromptScreen(task)
    open(prompt)
    prompt.loadChoices(in: self)
  }

  /// Writes the pictures that a command acts on to a folder; asks whether to make it if it is missing.
  func write(toFolder name: String) throws {
    guard let targets = targets(nil), !targets.isEmpty else { return }
    do {
      try export(targets.map(\.objectID), to: try ExportFolder(name: name).existingPath())
      session.exportFolder = name
    } catch let problem {
      guard problem as? ExportFolder.Problem == .missing(name) else { throw problem }
      let prompt = PromptScreen(ExportPrompt(self, photos: targets, folder: name, isMissing: true))
      prompt.note = "\(problem)"
      open(prompt)
    }
  }

  /// Narrows the list that keys go to, to what contains a text; photos to those that a query selects.
  ///
  /// - Throws: `PhotoQueryError`; the list then stays as it is.
  func filter(_ text: String) throws {
    guard text != lists.filter else { return }
    switch lists.focus {
    case .photos:
      filterPhotos(by: text, where: try condition(of: text))
    case .master:
      // The names of facets would be looked for in those of photographers, and found in none.
      if let query = try? PhotoQuery(text), !query.terms.isEmpty {
        let (all, filter) = (key(.allPhotos), key(.filter))
        throw CommandLineError.unavailable(
          reason: "Facets filter photos: Esc, \(all) for all photos, then \(filter)")
      }
      let master = lists.master
      master.filter = text
      start { [self] in
        try await master.listFiltered()
        searchAgain(in: .master)
      }
    }
  }

  /// Narrows the list of photos to those that meet the condition for which a text stands.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - condition: The condition; `nil` for all photos.
  ///   - included: The photos that are listed even if they do not belong to the scope.
  func filterPhotos(
    by text: String, where condition: FetchPredicate?, including included: Set<ManagedObjectID> = []
  ) {
    let arrangement = lists.photos.arrangement
    guard
      text != arrangement.filter || condition != arrangement.filterCondition
        || included != arrangement.included
    else { return }
    lists.photos.choose { $0.filter(by: text, where: condition, including: included) }
    start { [self] in
      try await lists.photos.rearrange()
      searchAgain(in: .photos)
    }
  }

  /// Returns the condition of the photos that a query selects; `nil` if it selects all.
  ///
  /// - Throws: `PhotoQueryError`, and the errors of the library.
  func condition(of text: String) throws -> FetchPredicate? {
    try library.predicate(of: PhotoQuery(text))
  }
}
