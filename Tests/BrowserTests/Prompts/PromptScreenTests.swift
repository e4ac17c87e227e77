import Flickr
import Foundation
import PhotoLibrary
import Terminal
import TerminalUI
import TestSupport
import Testing

@testable import Browser

@MainActor @Suite("A prompt", .timeLimit(.minutes(10)))
struct PromptScreenTests {
  /// A question, and the answers to it.
  @MainActor private final class Question: PromptTask {
    var accepted: [String] = []
    var isCanceled = false
    let isConfirmation: Bool
    let choices: ChoiceList?

    init(isConfirmation: Bool, choices: [String] = []) {
      self.isConfirmation = isConfirmation
      self.choices =
        choices.isEmpty
        ? nil
        : ChoiceList(title: "", choices: choices.map { Choice(text: $0, meaning: "") }, keysText: "")
    }

    var history: String { "question" }
    var label: String { "?" }
    func accept(_ text: String) { accepted.append(text) }
    func cancel() { isCanceled = true }
  }

  /// Completions that come when they are let go.
  @MainActor private final class Completion: PromptTask {
    let asked = Bell()
    private(set) var texts: [String] = []
    private let ends: AsyncStream<Void>

    init(ending ends: AsyncStream<Void>) { self.ends = ends }

    var history: String { "completion" }
    var label: String { ":" }
    var completes: Bool { true }
    func accept(_ text: String) {}

    func loadCompletions(of text: String) async throws -> ChoiceList? {
      texts.append(text)
      asked.ring()
      for await _ in ends { break }
      throw CommandLineError.unavailable(reason: "no completions of \(text)")
    }
  }

  private func bench() async throws -> TestBrowser {
    try await TestBrowser([PhotoRecord("1", "One", by: "Ann")])
  }

  @Test(
    "A question that is only confirmed takes an empty line or “yes”, and every other answer gives up",
    arguments: [
      ("", true), ("yes", true), ("Y", true), ("no", false), ("n", false), ("Esc", false), ("1", false),
    ])
  func confirming(line: String, isAccepted: Bool) async throws {
    let bench = try await bench()
    let question = Question(isConfirmation: true)
    bench.browser.ask(question)
    bench.prompt?.answer(line, in: bench.browser)
    #expect(question.accepted.count == (isAccepted ? 1 : 0) && question.isCanceled != isAccepted)
    #expect(bench.prompt == nil)
    // The same on a screen.
    guard line != "Esc" else { return }
    let other = Question(isConfirmation: true)
    bench.browser.ask(other)
    try await bench.type(line + "\r")
    #expect(other.accepted.count == (isAccepted ? 1 : 0) && other.isCanceled != isAccepted)
  }

  @Test("A line is a choice, or else the number of one; an empty line or Esc gives up")
  func choosing() async throws {
    let bench = try await bench()
    for (line, text) in [("2", "4"), ("4", "4"), ("1", "5"), ("7", "7"), ("-\(Int.max)", "-\(Int.max)")] {
      let question = Question(isConfirmation: false, choices: ["5", "4", "red"])
      bench.browser.ask(question)
      bench.prompt?.answer(line, in: bench.browser)
      #expect(question.accepted == [text])
    }
    for line in ["", "Esc"] {
      let question = Question(isConfirmation: false, choices: ["5"])
      bench.browser.ask(question)
      bench.prompt?.answer(line, in: bench.browser)
      #expect(question.accepted == [] && question.isCanceled && bench.prompt == nil)
    }
  }

  @Test("What is typed narrows the choices, and Tab goes through what is left")
  func narrowing() async throws {
    let bench = try await bench()
    for (keys, text) in [
      ("re\t", "reject"), ("re\t\t", "red"), ("re\t\t\t", "green"), ("LÉ\t", "purple"), ("xy\t", "xy"),
    ] {
      let question = Question(isConfirmation: false, choices: ["pick", "green", "reject", "red", "purple"])
      bench.browser.ask(question)
      try await bench.type(keys + "\r")
      #expect(question.accepted == [text])
    }
  }

  @Test("The beginning of a mark is enough, unless another one begins so")
  func beginningOfMark() async throws {
    let bench = try await bench()
    try await bench.type("ampi\r")
    #expect(bench.prompt == nil && bench.photos.all(upTo: 1).first?.marks.flag == .pick)
    try await bench.type("mre\r")
    #expect(bench.prompt?.note == "“re” can be reject, red")
  }

  @Test(
    "A folder that is missing is made by an empty line, or by its name given again", arguments: ["", "again"])
  func missingFolder(answer: String) async throws {
    let bench = try await bench()
    let folder = bench.library.folder.path("new/pictures")
    try await bench.type("aw")
    bench.prompt?.answer(" \(folder) ", in: bench.browser)
    #expect(bench.prompt?.note == "No folder “\(folder)”. Enter makes it")
    bench.prompt?.answer(answer.isEmpty ? "" : folder, in: bench.browser)
    #expect(bench.prompt == nil && FileManager.default.fileExists(atPath: folder))
    try await bench.idle()
  }

  @Test("A filter with a facet that there is not holds as a text, and says so")
  func unknownFacet() async throws {
    let bench = try await bench()
    try await bench.type("af")
    bench.prompt?.answer("foo:bar", in: bench.browser)
    try await bench.idle()
    #expect(bench.prompt == nil && bench.photos.arrangement.filter == "foo:bar")
    #expect(bench.message.contains("“foo:” is no facet"))
  }

  @Test("Completions of a text that is there no longer neither come nor keep others away")
  func completing() async throws {
    let bench = try await bench()
    let (ends, end) = AsyncStream<Void>.makeStream()
    let task = Completion(ending: ends)
    bench.browser.session.history.add("former", for: task.history)
    bench.browser.ask(task)
    try await bench.type("\t")
    try await task.asked.wait { task.texts == [""] }
    try await bench.press(.up)
    try await bench.type("\t")
    try await task.asked.wait { task.texts == ["", "former"] }
    end.finish()
    try await bench.surface.bell.wait { bench.prompt?.note != nil }
    #expect(bench.prompt?.note == "no completions of former")
  }

  @Test(
    "Alt with a key that has no meaning in a text is Esc, unless the terminal distinguishes the two",
    arguments: [false, true])
  func escapeBeforeKey(isDistinct: Bool) async throws {
    let bench = try await bench()
    bench.surface.capabilities.distinguishesKeys = isDistinct
    try await bench.type("a")
    for key in [KeyEvent.alt("j"), KeyEvent(.enter, .alt), KeyEvent(.character("r"), [.control, .alt])] {
      try await bench.type("ftwo")
      #expect(bench.titles == [])
      // Keys of texts, other keys with Alt and the beginnings of sequences are none.
      for other in [KeyEvent.alt("b"), .alt("["), .alt("O"), KeyEvent(.down, .alt)] {
        try await bench.press(other)
        #expect(bench.prompt != nil)
      }
      try await bench.press(key)
      #expect((bench.prompt == nil) == !isDistinct)
      if isDistinct { try await bench.press(.escape) }
      #expect(bench.prompt == nil && bench.titles == ["One"])
    }
  }

  @Test("Up fetches a text that was canceled, but no answer to a question, and no beginning of a choice")
  func canceledText() async throws {
    let bench = try await bench()
    let history = bench.browser.session.history
    for question in [Question(isConfirmation: true), Question(isConfirmation: false, choices: ["pick"])] {
      bench.browser.ask(question)
      try await bench.type("pi\u{1B}")
      #expect(question.isCanceled && history.texts["question"] == nil)
    }
    try await bench.type("af\u{1B}")
    #expect(history.texts["filter"] == nil)
    for text in ["one", "two"] { try await bench.type("f\(text)\u{1B}") }
    #expect(history.texts["filter"] == ["one", "two"])
    // A text that is fetched and canceled stays where it was.
    try await bench.type("f")
    for _ in 0..<2 { try await bench.press(.up) }
    try await bench.press(.escape)
    #expect(history.texts["filter"] == ["one", "two"] && bench.photos.arrangement.filter == "")
    try await bench.type("f")
    try await bench.press(.up)
    try await bench.press(.enter)
    #expect(bench.photos.arrangement.filter == "two")
  }

  @Test("A character that calls a command in every mode is typed into a text all the same")
  func typedCommandKeys() async throws {
    let bindings = try KeyBindings(["program.suspend": ["Z"], "program.redraw": ["Q"]])
    let bench = try await TestBrowser(
      [PhotoRecord("1", "One", by: "Ann")], options: BrowserOptions(bindings: bindings))
    try await bench.type("afZQ\r")
    #expect(bench.prompt == nil && bench.photos.arrangement.filter == "ZQ")
  }

  @Test("A click on the hint of a message types nothing into a prompt")
  func clicks() async throws {
    let bench = try await bench()
    let size = Size(width: 80, height: 24)
    func click() {
      let frame = bench.browser.layoutFrame(size)
      bench.browser.screens.frame = frame
      let places = (0..<size.width).map { Point(x: frame.messageLine.minX + $0, y: frame.messageLine.minY) }
      for place in places where frame.key(at: place, includingMessages: true) != nil {
        return bench.surface.send([.mouse(MouseEvent(.press, at: place))])
      }
      Issue.record("The message has no hint")
    }
    try await bench.type("af")
    bench.browser.toasts.show(Toast(.info, "Deleted", hint: bench.browser.hint(.messages, "all")))
    click()
    try await bench.idle()
    #expect(bench.photos.arrangement.filter == "")
    try await bench.press(.escape)
    bench.browser.toasts.show(Toast(.info, "Deleted", hint: bench.browser.hint(.messages, "all")))
    click()
    #expect(bench.browser.screens.top is OverlayScreen)
  }
}
