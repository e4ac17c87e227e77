import TestSupport
import Testing

@Suite("Moving by sections", .fewAtOnce)
struct SectionTests {
  @Test("} and { go from letter to letter, z scrolls the cursor to the middle")
  func sections() async throws {
    let names = ["Abe", "Ada", "Ann", "Bea", "Bob", "Cat", "Cid"]
    let home = try await Home(
      photos: names.enumerated().map {
        LoopbackPhoto(10 + $0.offset, "Photo of \($0.element)", by: $0.element)
      })
    let session = try home.browse()
    try await session.wait(forCursor: "Photo of Abe", inPane: 1)
    for (keys, name) in [
      ("}", "Bea"), ("j{", "Bea"), ("{", "Abe"), ("2}", "Cat"), ("}", "Cid"), ("{", "Cat"), ("9{", "Abe"),
    ] {
      session.type(keys)
      try await session.wait(forCursor: "Photo of \(name)", inPane: 1)
    }
    let far = try await Home(photos: (100..<200).map { LoopbackPhoto($0, "Photo \($0)", by: "Ann") })
    let long = try far.browse()
    try await long.wait(forCursor: "Photo 100", inPane: 1)
    long.type("l30G")
    try await long.wait(forCursor: "Photo 129", inPane: 1)
    long.type("z")
    try await long.wait(until: "the photo in the middle") { screen in
      let row = screen.lines.firstIndex { $0.contains("Photo 129") } ?? 0
      return (9...13).contains(row)
    }
  }

  @Test("A match before the cursor is said to be one")
  func wrapped() async throws {
    let home = try await Home(photos: (10..<20).map { LoopbackPhoto($0, "Photo \($0)", by: "Ann") })
    let session = try home.browse()
    try await session.wait(forCursor: "Photo 10", inPane: 1)
    session.type("l/photo 1\r")
    try await session.wait(forFoot: "10 found")
    session.type("Gn")
    try await session.wait(forFoot: "Search wrapped to the top")
    try await session.wait(forCursor: "Photo 10", inPane: 1)
    session.type("N")
    try await session.wait(forFoot: "Search wrapped to the end")
    try await session.wait(forCursor: "Photo 19", inPane: 1)
  }
}
