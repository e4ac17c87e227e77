import TestSupport
import Testing

@Suite("A program without databases", .enabled { try !Products.programHasDatabases() }, .fewAtOnce)
struct NoDatabasesTests {
  @Test(
    "says so, and how to build another one, without the password",
    arguments: [["photos"], ["refresh"], ["--linear"]])
  func command(_ command: [String]) async throws {
    let home = try Home(address: "postgresql://ann:secret@db/photos")
    let run = try await home.run(command)
    run.expectFailure("postgresql://ann@db/photos", "make install TRAITS=Browser,PostgreSQL")
    #expect(!run.errors.contains("secret"))
  }
}
