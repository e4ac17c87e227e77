/// The output of a frame in addition to the cells that ncurses sends.
struct FrameAdditions {
  var before: [UInt8] = []
  var after: [UInt8] = []
  var last: [UInt8] = []
  var isEmpty: Bool { before.isEmpty && after.isEmpty && last.isEmpty }
}
