public import Foundation

/// A folder as a camera leaves it on its card: `DCIM/100CAMER/DSCF0001.JPG` and so on, with bursts among single photos.
///
/// All files have metadata of their own; the pixels of photos in a burst are those of one picture.
public struct CameraCard {
  /// The number of files.
  public let count: Int
  /// The number of photos in a burst, at 10 a second; every third motif is a burst.
  public let burst: Int

  /// The number of files in one of the camera's folders.
  private static let folderSize = 999

  /// Describes a card.
  public init(count: Int, burst: Int = 5) {
    self.count = count
    self.burst = burst
  }

  /// Writes the files into a folder, which is created.
  ///
  /// - Parameter pictures: JPEG files without metadata, each of which is the picture of some motifs.
  public func write(to folder: URL, pictures: [[UInt8]]) throws {
    let base = folder.appending(path: "DCIM")
    for (number, shot) in shots.enumerated() {
      let name = 100 + number / Self.folderSize
      let directory = base.appending(path: "\(name)CAMER")
      try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
      let file = directory.appending(path: "DSCF\(Self.padded(number % Self.folderSize + 1, 4)).JPG")
      try Data(bytes(of: shot, number: number, pictures: pictures)).write(to: file)
    }
  }

  /// The time of a photo, in tenths of a second, and the number of its motif.
  private struct Shot {
    var time: Int
    var motif: Int
  }

  private var shots: [Shot] {
    var shots: [Shot] = []
    var (time, motif) = (0, 0)
    while shots.count < count {
      let size = motif % 3 == 2 ? burst : 1
      for place in 0..<min(size, count - shots.count) { shots.append(Shot(time: time + place, motif: motif)) }
      time += 600 + motif % 7 * 50
      motif += 1
    }
    return shots
  }

  private func bytes(of shot: Shot, number: Int, pictures: [[UInt8]]) -> [UInt8] {
    var file = CameraFile(taken: Self.date(shot.time / 10), comment: "photo \(number)")
    file.details[0x9291] = .text("\(shot.time % 10)0")
    file.details[0x829A] = .rationals([(1, [60, 125, 250, 500][shot.motif % 4])])
    file.details[0x8827] = .short([200, 400, 800][shot.motif % 3])
    if !pictures.isEmpty { file.base = pictures[shot.motif % pictures.count] }
    return file.bytes
  }

  /// The date in EXIF's form, counted from a morning in May.
  private static func date(_ seconds: Int) -> String {
    let (days, rest) = (seconds / 36_000, seconds % 36_000)
    let parts = [8 + rest / 3_600, rest / 60 % 60, rest % 60].map { padded($0, 2) }
    return "2024:0\(5 + days / 28 % 5):\(padded(1 + days % 28, 2)) " + parts.joined(separator: ":")
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
