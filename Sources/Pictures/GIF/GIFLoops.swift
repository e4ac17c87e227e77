/// Reads the number of repetitions from the blocks of Netscape's application extension.
struct GIFLoops {
  /// The number of repetitions after the first time; 0 stands for without an end, and `nil` for none.
  private(set) var count: Int?
  private var isNetscape = false

  private static let application: Int32 = 0xFF
  private static let name = Array("NETSCAPE2.0".utf8)

  /// Reads a block of an extension: first the name of the application, then a 1 and two bytes.
  mutating func read(_ kind: Int32, _ block: UnsafeBufferPointer<UInt8>) {
    guard kind == Self.application else { return }
    if block.count == Self.name.count {
      isNetscape = block.elementsEqual(Self.name)
    } else if isNetscape, block.count == 3, block[0] == 1 {
      count = Int(block[1]) | Int(block[2]) << 8
    }
  }
}
