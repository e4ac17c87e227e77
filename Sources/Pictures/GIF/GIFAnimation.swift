internal import CGIF
import PictureBasics

/// Decodes the frames of a GIF, each as the whole canvas looks.
///
/// A canvas begins transparent, and a frame that is disposed of leaves transparent pixels: browsers ignore the background color.
struct GIFAnimation {
  /// The bitmaps in memory: the canvas, the one before the frame, and the one from which a smaller one is made.
  private static let copies = 3

  private let bytes: [UInt8]
  private var frames: AnimationFrames
  private let library: GIFFunctions?
  private var canvas: PixelSize?
  private var pixels: [UInt8] = []
  private var plays: Int? = 1

  init(_ bytes: [UInt8], _ frames: AnimationFrames, library: GIFFunctions? = GIFLibrary.functions) {
    (self.bytes, self.frames, self.library) = (bytes, frames, library)
  }

  /// Returns the animation; `nil` for fewer than two frames.
  ///
  /// A file that ends early, or is broken, has the frames before that.
  consuming func decode() -> PictureAnimation? {
    guard let library else { return nil }
    let bytes = bytes
    bytes.withUnsafeBufferPointer { file in
      var input = proofsheet_gif_input(bytes: file.baseAddress, count: file.count, position: 0)
      withUnsafeMutablePointer(to: &input) { input in
        var library = library
        guard let gif = proofsheet_gif_open(&library, input) else { return }
        defer { _ = library.close(gif, nil) }
        read(gif, library)
      }
    }
    return frames.animation(plays: plays)
  }

  private mutating func read(_ gif: UnsafeMutablePointer<proofsheet_gif_file>, _ library: GIFFunctions) {
    var control = GIFFrame.Control()
    var loops = GIFLoops()
    while true {
      var record: Int32 = 0
      guard library.record(gif, &record) != 0 else { return }
      switch Int(record) {
      case proofsheet_gif_extension_record:
        guard GIFFrame.readExtension(gif, library, &control, onBlock: { loops.read($0, $1) }) else { return }
        if let count = loops.count { plays = count == 0 ? nil : count + 1 }
      case proofsheet_gif_frame_record:
        guard library.frame(gif) != 0, let frame = GIFFrame(gif, library), add(frame, control) else { return }
        control = GIFFrame.Control()
      default: return
      }
    }
  }

  /// Adds a frame; returns `false` if it was the last one.
  private mutating func add(_ frame: GIFFrame, _ control: GIFFrame.Control) -> Bool {
    let size = canvas ?? frame.canvas
    let limits = frames.limits.decoding
    let isAffordable = [size, frame.rect.size].allSatisfy {
      (try? limits.check($0, copies: Self.copies, rowWork: $0.width)) != nil
    }
    guard isAffordable, frames.hasRoom(for: size) else { return false }
    if canvas == nil {
      canvas = size
      pixels = [UInt8](repeating: 0, count: 4 * size.area)
    }
    let before = control.disposal == 3 ? pixels : []
    let rows = frame.draw(on: &pixels, size, clearIndex: control.clearIndex)
    guard rows == frame.rect.height else { return false }
    frames.add(pixels, size, decoded: frame.rect.size, milliseconds: control.milliseconds)
    switch control.disposal {
    case 2: clear(frame.rect.clamped(to: size), size)
    case 3: pixels = before
    default: break
    }
    return true
  }

  private mutating func clear(_ rect: PixelRect, _ size: PixelSize) {
    for y in rect.y..<(rect.y + rect.height) {
      let start = 4 * (y * size.width + rect.x)
      pixels.replaceSubrange(
        start..<(start + 4 * rect.width), with: repeatElement(0, count: 4 * rect.width))
    }
  }
}
