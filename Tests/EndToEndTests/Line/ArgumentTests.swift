import Foundation
import TestSupport
import Testing

@Suite("Arguments that are mistaken", .fewAtOnce)
struct ArgumentTests {
  @Test("An empty place of a library is refused, and is not the working folder")
  func emptyPlace() async throws {
    let home = try await Home(photos: threePhotographers)
    try await home.run("photos", "--library", "").expectFailure("The place of a library is empty")
    try await home.run("copy", "").expectFailure("The place of a library is empty")
    try home.configure("library = \"\"\n")
    try await home.run("photos", environment: ["PROOFSHEET_LIBRARY": ""])
      .expectFailure("The place of a library is empty")
    #expect(!FileManager.default.fileExists(atPath: home.folder.path("library.sqlite")))
  }

  @Test("The place of a copy that cannot be used is not called the library of --library")
  func copyPlace() async throws {
    let home = try await Home(photos: threePhotographers)
    let run = try await home.run("copy", "/dev/null")
    run.expectFailure("Nothing was copied to /dev/null: ", "choose another place for the copy")
    #expect(!run.errors.contains("--library"))
  }

  @Test("An edit that cannot be saved says what to do, and where the draft is")
  func lockedEdit() async throws {
    let home = try await Home(photos: threePhotographers)
    let lock = try await WriteLock(of: home)
    let run = try await home.run(
      "edit", "11", environment: ["VISUAL": "sed -i s/Anchor/Ankle/", "TMPDIR": home.folder.url.path])
    #expect(run.status == 1 && run.output == "")
    #expect(
      run.errors.contains("then try again. Nothing was changed; the draft is \(home.folder.url.path)"),
      "\(run.errors)")
    await lock.end()
  }
}
