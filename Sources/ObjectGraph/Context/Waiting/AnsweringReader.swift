internal import ObjectModel
internal import ObjectStore

/// A reader for a context that must not wait: it answers questions that were asked before in the background, and notes the
/// others.
final class AnsweringReader: StoreReader {
  /// A question to the store.
  enum Question: Hashable, Sendable {
    case rows(StoreQuery)
    case ids(StoreQuery)
    case count(StoreQuery)
    case values(StoreQuery, paths: [String])
  }

  /// Questions without an answer.
  struct Questions: Sendable {
    var ids: Set<ManagedObjectID> = []
    var others: Set<Question> = []

    /// A Boolean value that indicates whether there are none.
    var isEmpty: Bool { ids.isEmpty && others.isEmpty }
  }

  /// The answers of the store.
  struct Answers: Sendable {
    /// The rows with these IDs; `nil` for an ID without a row.
    fileprivate var rows: [ManagedObjectID: Row?] = [:]
    fileprivate var found: [StoreQuery: [Row]] = [:]
    fileprivate var ids: [StoreQuery: [ManagedObjectID]] = [:]
    fileprivate var counts: [StoreQuery: Int] = [:]
    fileprivate var values: [Question: [(id: ManagedObjectID, values: [PropertyValue])]] = [:]
  }

  /// The reader of the store.
  private let store: any StoreReader
  /// The answers so far.
  private let answers: Answers
  /// The questions without an answer.
  private(set) var questions = Questions()
  /// A Boolean value that indicates whether a question without an answer goes to the store, and waits for it.
  var mayWait = false

  init(_ store: any StoreReader, _ answers: Answers) { (self.store, self.answers) = (store, answers) }

  /// Runs `body` with the answers that are there, and returns nil if it needs others.
  ///
  /// While the questions are being gathered, it asks them.
  func ifAnswered<Result>(_ body: () throws -> Result) throws -> Result? {
    guard mayWait else { return try body() }
    mayWait = false
    defer { (mayWait, questions) = (true, Questions()) }
    do {
      return try body()
    } catch FetchError.wouldWait {
      return nil
    }
  }

  private func ask<Answer>(_ question: Question, _ read: () throws -> Answer) throws -> Answer {
    if mayWait { return try read() }
    questions.others.insert(question)
    throw FetchError.wouldWait
  }

  func rows(_ ids: [ManagedObjectID]) throws -> [Row] {
    let unknown = ids.filter { answers.rows[$0] == nil }
    if !unknown.isEmpty, !mayWait {
      questions.ids.formUnion(unknown)
      throw FetchError.wouldWait
    }
    let known = ids.compactMap { answers.rows[$0] ?? nil }
    return unknown.isEmpty ? known : try known + store.rows(unknown)
  }

  func fetch(_ query: StoreQuery) throws -> [Row] {
    try answers.found[query] ?? ask(.rows(query)) { try store.fetch(query) }
  }

  func fetchIDs(_ query: StoreQuery) throws -> [ManagedObjectID] {
    try answers.ids[query] ?? ask(.ids(query)) { try store.fetchIDs(query) }
  }

  func count(_ query: StoreQuery) throws -> Int {
    try answers.counts[query] ?? ask(.count(query)) { try store.count(query) }
  }

  func forEach(
    _ query: StoreQuery, paths: [String], _ body: (ManagedObjectID, [PropertyValue]) throws -> Void
  ) throws {
    let question = Question.values(query, paths: paths)
    guard let answer = answers.values[question] else {
      return try ask(question) { try store.forEach(query, paths: paths, body) }
    }
    for row in answer { try body(row.id, row.values) }
  }
}

extension AnsweringReader.Answers {
  /// Adds the answers of a store.
  ///
  /// - Throws: The errors of the reader.
  mutating func read(_ questions: AnsweringReader.Questions, from reader: any StoreReader) throws {
    let ids = questions.ids.sorted()
    if !ids.isEmpty {
      for id in ids { rows[id] = .some(nil) }
      for row in try reader.rows(ids) { rows[row.id] = row }
    }
    var (fetched, counted): ([StoreQuery], [StoreQuery]) = ([], [])
    for question in questions.others {
      switch question {
      case .rows(let query): fetched.append(query)
      case .count(let query): counted.append(query)
      case .ids(let query): self.ids[query] = try reader.fetchIDs(query)
      case .values(let query, let paths):
        var answer: [(id: ManagedObjectID, values: [PropertyValue])] = []
        try reader.forEach(query, paths: paths) { answer.append(($0, $1)) }
        values[question] = answer
      }
    }
    if !fetched.isEmpty {
      for (query, rows) in zip(fetched, try reader.fetchEach(fetched)) {
        found[query] = rows
        for row in rows { self.rows[row.id] = row }
      }
    }
    if !counted.isEmpty {
      for (query, count) in zip(counted, try reader.counts(counted)) { counts[query] = count }
    }
  }
}
