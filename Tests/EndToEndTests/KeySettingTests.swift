import Foundation
import TestSupport
import Testing

@Suite("Configured keys", .fewAtOnce)
struct KeySettingTests {
  @Test("A command has the keys of the configuration, in the lists, the hints and the help")
  func used() async throws {
    let home = try await Home(photos: (10..<13).map { LoopbackPhoto($0, "Photo \($0)", by: "Ann") })
    try home.configure(
      """
      [keys]
      photo.delete = ["x", "F8"]
      "edit.undo" = "Ctrl-Y"
      photo.sheet = []
      """)
    let session = try home.browse()
    try await session.wait(forCursor: "Photo 10", inPane: 1)
    try await session.wait(forFoot: "x delete  Ctrl-Y undo")
    session.type("ld")
    try await session.type("x", andWaitForFoot: "Deleted “Photo 10”")
    try await session.wait(for: "Ctrl-Y undo")
    session.press(.ctrl("y"))
    try await session.wait(forFoot: "Brought back “Photo 10”")
    session.type("?delete")
    try await session.wait(for: "x, F8")
    try await session.wait(for: "3x")
  }

  @Test(
    "A wrong setting is an error with its line",
    arguments: [
      ("photo.vanish = \"x\"", "there is no command “photo.vanish” (line 2)"),
      ("photo.delete = \"Hyper-x\"", "“Hyper-x” is no key"), ("photo.delete = \"j\"", "j would call both"),
      ("photo.delete = 7", "photo.delete must be the name of a key, or a list of names"),
      ("photo.delete.a = \"x\"", "as in photo.delete = [\"x\", \"Del\"] (line 2)."),
      ("[keys.photo.delete]\nx = \"y\"", "as in photo.delete = [\"x\", \"Del\"] (line 2)."),
      ("photo.delete.a = \"x\"", "photo.delete must be the name of a key, or a list of names"),
      ("[keys.photo.delete]\nx = \"y\"", "photo.delete must be the name of a key, or a list of names"),
      ("[keys.photo.delete]", "photo.delete must be the name of a key, or a list of names"),
      ("photo = \"x\"", "there is no command “photo”"),
    ])
  func refused(line: String, reason: String) async throws {
    let home = try Home()
    try home.configure("[keys]\n\(line)\n")
    let run = try await home.run("refresh", "--source", "sample")
    #expect(run.status != 0 && run.errors.contains(reason), "\(run.errors)")
  }

  @Test(
    "The configuration that a page shows as an example is accepted",
    arguments: ["Sources/proofsheet/Proofsheet.docc/Configuration.md", "README.md"])
  func example(page: String) async throws {
    let text = try String(contentsOf: Repository.url(page), encoding: .utf8)
    let start = try #require(text.range(of: "```toml\n")).upperBound
    let end = try #require(text.range(of: "```", range: start..<text.endIndex)).lowerBound
    let home = try Home()
    try home.configure(String(text[start..<end]))
    let run = try await home.run("source", "list")
    run.expectSuccess()
    #expect(run.lines == ["harbor\tplace:9.9,53.5,10,53.6"])
  }
}
