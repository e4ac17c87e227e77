import Foundation
import TestSupport
import Testing

/// A library on a disk without a free byte, which a mount namespace has for itself.
@Suite("A library on a full disk", .fewAtOnce)
struct FullDiskTests {
  @Sendable private static func mayMount() async throws -> Bool {
    let probe = try await FinishedProgram(
      "/usr/bin/env", arguments: ["unshare", "--map-root-user", "--mount", "true"])
    return probe.status == 0
  }

  @Test("can be read, and says why it cannot be changed", .enabled("A file system is mounted", mayMount))
  func reading() async throws {
    let home = try Home()
    let run = try await home.shell(
      """
      mkdir disk && unshare --map-root-user --mount /bin/sh -c '
        mount -t tmpfs -o size=2m tmpfs disk && mkdir disk/library || exit 9
        "$P" refresh --source sample --library disk/library >/dev/null || exit 8
        dd if=/dev/zero of=disk/fill bs=1k 2>/dev/null
        "$P" photos --library disk/library | wc -l
        "$P" check --library disk/library | tail -n 1
        id=$("$P" photos --library disk/library | tail -n 1 | cut -f 1)
        "$P" delete "$id" --library disk/library'
      """)
    #expect(run.status == 1 && run.output == "110\nsound\n", "\(run)")
    #expect(run.errors.hasSuffix(" cannot be written: the disk is full; free some space, then try again.\n"))
  }
}
