import Testing

@testable import Terminal

@Suite("The questions that a terminal has not answered")
struct OpenQuestionsTests {
  private var questions = OpenQuestions()

  private mutating func ask(_ asked: OpenQuestions.Question...) {
    for question in asked { questions.append(question) }
  }

  @Test("are answered in their order, and nothing is answered without one")
  mutating func order() {
    #expect(questions.removeAnswered() == nil)
    ask(.pictures, .frame(1), .upload)
    #expect((1...3).map { _ in questions.removeAnswered() } == [.pictures, .frame(1), .upload])
    #expect(questions.removeAnswered() == nil && questions.isEmpty)
  }

  @Test("are not mixed up by answers that come late, after another program had the terminal")
  mutating func late() {
    ask(.pictures, .upload)
    questions.abandon(asksCellSize: true)
    ask(.cellSize, .frame(1))
    #expect((1...2).map { _ in questions.removeAnswered() } == [.abandoned, .abandoned])
    questions.removeCellSize()
    #expect(questions.removeAnswered() == .frame(1) && questions.isEmpty)
  }

  @Test("are not mixed up by answers that another program has read")
  mutating func lost() {
    ask(.pictures, .upload)
    questions.abandon(asksCellSize: true)
    ask(.cellSize, .frame(1))
    #expect(questions.removeAnswered() == .abandoned)
    questions.removeCellSize()
    #expect(questions.removeAnswered() == .frame(1) && questions.isEmpty)
  }

  @Test("are not mixed up by answers about the size of a cell, lost or of before")
  mutating func sizes() {
    ask(.cellSize, .pictures)
    #expect(questions.removeAnswered() == .pictures && questions.isEmpty)
    questions.removeCellSize()
    ask(.pictures, .cellSize)
    questions.abandon(asksCellSize: true)
    ask(.cellSize, .upload)
    questions.removeCellSize()
    #expect(!questions.isEmpty)
    questions.removeCellSize()
    #expect(questions.removeAnswered() == .upload)
  }

  @Test("are forgotten where nothing shows which answers are lost")
  mutating func forgotten() {
    ask(.pictures)
    questions.abandon(asksCellSize: false)
    ask(.frame(1))
    #expect(questions.removeAnswered() == .frame(1) && questions.isEmpty)
  }
}

@Suite("The confirmation of a frame")
struct FrameConfirmationTests {
  private final class Calls {
    var names: [String] = []
  }

  private var confirmation = FrameConfirmation()
  private let calls = Calls()

  private mutating func request(_ name: String) {
    confirmation.request { [calls] in calls.names.append(name) }
  }

  @Test("comes once, with the answer about that frame")
  mutating func once() {
    #expect(confirmation.begin() == nil)
    request("a")
    #expect(confirmation.begin() == 1 && confirmation.begin() == nil)
    confirmation.removeBody(of: 1)?()
    confirmation.removeBody(of: 1)?()
    #expect(calls.names == ["a"] && confirmation.begin() == nil)
  }

  @Test("of a later frame waits for its own answer", arguments: [true, false])
  mutating func replaced(isDrawn: Bool) {
    request("a")
    #expect(confirmation.begin() == 1)
    request("b")
    if isDrawn { #expect(confirmation.begin() == 2) }
    confirmation.removeBody(of: 1)?()
    #expect(calls.names == [])
    if !isDrawn { #expect(confirmation.begin() == 2) }
    confirmation.removeBody(of: 2)?()
    #expect(calls.names == ["b"])
  }

  @Test("is asked for again when the answer may be lost")
  mutating func again() {
    request("a")
    #expect(confirmation.begin() == 1)
    confirmation.beginAgain()
    #expect(confirmation.begin() == 2)
    confirmation.removeBody(of: 1)?()
    #expect(calls.names == [])
    confirmation.removeBody(of: 2)?()
    #expect(calls.names == ["a"])
  }
}
