import Testing

@testable import PhotoLibrary
@testable import Presentation

@Suite("The outcome of moving files in words")
struct MovePresentationTests {
  @Test(
    "A sentence has the numbers of photos and files, and the reason why others stay",
    arguments: [
      (2, 2, 0, 0, "Moved 2 photos to out"), (1, 2, 0, 0, "Moved 1 photo with 2 files to out"),
      (2, 2, 1, 1, "Moved 2 photos to out; 1 photo stays: its name is taken"),
      (0, 0, 2, 2, "Moved no photo to out; 2 photos stay: their names are taken"),
      (1, 1, 3, 1, "Moved 1 photo to out; 3 photos stay, 1 because its name is taken"),
      (1, 1, 3, 0, "Moved 1 photo to out; 3 photos stay"),
    ])
  func sentences(photos: Int, files: Int, problems: Int, taken: Int, sentence: String) {
    var summary = MoveSummary()
    (summary.photos, summary.files, summary.taken) = (photos, files, taken)
    summary.problems = Array(repeating: "It stays.", count: problems)
    #expect(MovePresentation.sentence(about: summary, to: "out") == sentence)
    let renamed = sentence.replacing("Moved", with: "Renamed").replacing(" to out", with: "")
    #expect(MovePresentation.sentence(aboutRenaming: summary) == renamed)
  }
}
