import Foundation
import TestSupport
import Testing

@Suite("Editing titles, descriptions and tags", .fewAtOnce)
struct TextEditingTests {
  private static let photos = zip(1..., [("Alps", "snow peak"), ("Boat", "sea")]).map { number, texts in
    var photo = LoopbackPhoto(number, texts.0, by: "Ann")
    (photo.tags, photo.description) = (texts.1, "")
    return photo
  }

  /// The browser with a photo under the cursor, and with an editor that is a line of shell: `$1` is the draft.
  private func open(
    editor line: String, size: TerminalSession.Size = .init(columns: 120, rows: 24)
  ) async throws -> (Home, TerminalSession) {
    let home = try await Home(photos: Self.photos)
    let editor = try await home.addProgram("editor", line)
    let session = try home.browse(
      size: size, environment: ["VISUAL": editor, "TMPDIR": home.folder.url.path])
    try await session.wait(for: "Boat")
    session.type("ag")
    try await session.wait(until: "all photos") { $0.panes.count > 1 && $0.panes[1].contains("›Alps") }
    return (home, session)
  }

  /// The folders of drafts that are left.
  private func drafts(_ home: Home) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: home.folder.url.path)
      .filter { $0.hasPrefix("proofsheet-") }
  }

  @Test("An edit of several photos is shown everywhere, is one change for undo, and leaves no draft")
  func editing() async throws {
    let (home, session) = try await open(
      editor:
        #"sed -i 's/"Alps"/"Mont $(x) \\"Blanc\\""/; s/"peak"/"summit"/; s/"sea"/"sea", "blue hour"/' "$1""#)
    try await session.type("A", andWaitForFoot: "2 selected")
    try await session.type("e", andWaitForFoot: "Edited 2 photos: 1 title, 3 tags")
    try await session.wait(until: "the title") {
      $0.panes.count > 1 && $0.panes[1].contains("Mont $(x) \"Blanc\"")
    }
    try await session.type("u", andWaitForFoot: "Undone: editing 2 photos")
    try await session.wait(until: "the former title") { $0.panes.count > 1 && $0.panes[1].contains("Alps") }
    session.press(.ctrl("r"))
    try await session.wait(forFoot: "Redone: editing 2 photos")
    try await session.wait(until: "the received texts beside the edited ones") {
      $0.contains("Received  Alps") && $0.contains("snow summit") && $0.contains("Received  snow peak")
    }
    try await session.leave()
    #expect(try drafts(home) == [])
    let json = try await home.run("photos", "--json", "--search", "blanc").output
    #expect(json.contains(#""received":{"subtitle":"","tags":["snow","peak"],"title":"Alps"}"#))
    #expect(json.contains(#""tags":["snow","summit"],"#))
    let shown = try await home.run("show", "1").output
    #expect(shown.contains("Mont $(x) \"Blanc\"") && shown.contains("received\tAlps"))
  }

  @Test("A draft that is no TOML is shown with its line, edited again, and applied")
  func mending() async throws {
    let (home, session) = try await open(
      editor:
        #"if grep -q '^oops' "$1"; then sed -i '/^oops/d; s/Alps/Andes/' "$1"; else echo oops >> "$1"; fi"#)
    try await session.type("e", andWaitForFoot: "Enter edits again, Esc gives up")
    #expect(session.screen.contains("Line 10: this is not TOML"))
    session.press(.enter)
    try await session.wait(forFoot: "Edited 1 photo: 1 title")
    try await session.leave()
    #expect(try drafts(home) == [])
    #expect(try await home.run("photos").output.contains("Andes"))
  }

  @Test(
    "A draft that the user gives up is kept, and named",
    arguments: ["echo x = > \"$1\"", "echo '# typed' >> \"$1\"; exit 3"])
  func givingUp(editor: String) async throws {
    let (home, session) = try await open(editor: editor)
    try await session.type("e", andWaitForFoot: "Esc gives up")
    #expect(
      session.screen.contains(
        editor.hasSuffix("3") ? "editor ended with status 3." : "Line 1: this is not TOML"))
    session.press(.escape)
    try await session.wait(forFoot: "Nothing was changed; the draft is ")
    let draft = try #require(try drafts(home).first)
    let text = try String(contentsOfFile: home.folder.path(draft + "/photos.toml"), encoding: .utf8)
    #expect(text.hasSuffix(editor.hasSuffix("3") ? "# typed\n" : "x =\n"))
    try await session.type("u", andWaitForFoot: "Nothing to undo")
  }

  @Test("An editor that changes nothing, fails or is missing changes nothing")
  func unchanged() async throws {
    let (home, session) = try await open(editor: "cp \"$1\" copy; chmod 600 copy; exit $(cat status)")
    try Data("0".utf8).write(to: home.folder.url.appending(path: "status"))
    try await session.type("e", andWaitForFoot: "Nothing was changed")
    let copy = try String(contentsOfFile: home.folder.path("copy"), encoding: .utf8)
    #expect(copy.contains("[1]\ntitle = \"Alps\"\ndescription = \"\"\ntags = [\"snow\", \"peak\"]\n"))
    #expect(copy.contains("# Ann") && copy.contains("# https://www.flickr.com/photos/"))
    try Data("5".utf8).write(to: home.folder.url.appending(path: "status"))
    try await session.type(
      "je", andWaitForFoot: "Nothing was changed: The editor editor ended with status 5.")
    #expect(try drafts(home) == [])
    try await session.type("u", andWaitForFoot: "Nothing to undo")
    try await session.leave()
    try home.configure("editor = \"/no/such\"\n")
    let other = try home.browse(size: .init(columns: 120, rows: 24))
    try await other.wait(for: "Boat")
    try await other.type("ae", andWaitForFoot: "The editor such cannot be started: set VISUAL or EDITOR")
  }

  @Test("The command edit applies what the editor changes, and names a draft that cannot be used")
  func command() async throws {
    let home = try await Home(photos: Self.photos)
    let environment = ["EDITOR": "sed -i s/Alps/Andes/", "TMPDIR": home.folder.url.path]
    #expect(
      try await home.run("edit", "1", "2", environment: environment).output == "Edited 1 photo: 1 title.\n")
    #expect(try await home.run("photos").output.contains("Andes"))
    #expect(try await home.run("edit", "1", environment: environment).output == "Nothing was changed.\n")
    #expect(try drafts(home) == [])
    let wrong = ["EDITOR": "sed -i s/title/titel/", "TMPDIR": home.folder.url.path]
    let run = try await home.run("edit", "1", environment: wrong)
    run.expectFailure("“titel” is no value of a photo; there are title, description, tags.")
    let draft = try #require(try drafts(home).first)
    #expect(run.errors.contains("Nothing was changed; the draft is \(home.folder.path(draft))/photos.toml."))
    let removing = try await home.run(
      "edit", "1", environment: ["EDITOR": "rm", "TMPDIR": home.folder.url.path])
    #expect(removing.errors.hasSuffix("the file is gone. Nothing was changed.\n"))
    try await home.run("edit", "9", environment: environment).expectFailure("no photo with the id 9")
  }
}
