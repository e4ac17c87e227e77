import Foundation
import TestSupport
import Testing

@Suite("The output of commands", .fewAtOnce)
struct OutputTests {
  /// A line of shell that runs commands, whose output nothing reads any more, and writes the status into a file.
  private func unread(_ commands: String) -> String {
    """
    { while [ ! -e closed ]; do sleep 0.01; done; \(commands); echo $? >status; } |
    { exec <&-; : >closed; while [ ! -e status ]; do sleep 0.01; done; }
    """
  }

  private func status(_ home: Home) throws -> String {
    try String(contentsOfFile: home.folder.path("status"), encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test("The browser line by line ends with an error if its lines cannot be written")
  func linear() async throws {
    let home = try await Home(photos: threePhotographers)
    try await home.shell(#"printf 'all\n3d\nquit\n' | "$P" --linear >/dev/full"#)
      .expectFailure("The output cannot be written: No space left on device")
    try await home.shell(#"printf 'all\n3d\nquit\n' | "$P" --linear >&-"#)
      .expectFailure("The output cannot be written")
  }
}
