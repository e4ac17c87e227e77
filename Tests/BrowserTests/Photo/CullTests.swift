import Terminal
import Testing

@testable import Browser

@Suite("Culling and comparing")
struct CullTests {
  @Test("The time that is left is the median of the last decisions, long pauses aside")
  @MainActor func pace() {
    var pace = CullPace()
    var time = ContinuousClock.now
    for seconds in [0, 2, 2, 90, 3, 2] {
      time = time.advanced(by: .seconds(seconds))
      pace.recordDecision(at: time)
    }
    #expect(pace.timeForOne == nil)
    time = time.advanced(by: .seconds(30))
    pace.recordDecision(at: time)
    #expect(pace.timeForOne == .seconds(2))
    let progress = CullProgress(judged: 214, of: 980, picks: 37, rejects: 88, remaining: .seconds(2_160))
    #expect(progress.text == "CULL 214/980 · 37 ✓ · 88 ✗ · 36 min left")
    #expect(progress.shorterTexts == ["CULL 214/980 · 37 ✓ · 88 ✗", "CULL 214/980"])
    let end = CullProgress(judged: 5, of: 5, picks: 2, rejects: 3, remaining: .seconds(9))
    #expect(end.text == "CULL 5/5 · 2 ✓ · 3 ✗")
  }

  @Test("Compared photos share the screen without gap or overlap, as large as they can be")
  @MainActor func layout() {
    for (width, height) in [(40, 11), (80, 23), (120, 39), (200, 59), (60, 60)] {
      let size = Size(width: width, height: height)
      for count in 2...CompareLayout.count(within: size) {
        let frames = CompareLayout.frames(of: count, within: size)
        #expect(frames.count == count)
        for (index, frame) in frames.enumerated() {
          #expect(frame.minX >= 0 && frame.maxX <= width && frame.minY >= 0 && frame.maxY <= height)
          for other in frames[..<index] {
            #expect(
              frame.minX >= other.maxX || other.minX >= frame.maxX || frame.minY >= other.maxY
                || other.minY >= frame.maxY)
          }
        }
      }
    }
    #expect(CompareLayout.count(within: Size(width: 80, height: 23)) == 2)
    #expect(CompareLayout.frames(of: 2, within: Size(width: 80, height: 23)).map(\.minX) == [0, 40])
    #expect(CompareLayout.frames(of: 2, within: Size(width: 40, height: 40)).map(\.minX) == [0, 0])
    #expect(CompareLayout.frames(of: 4, within: Size(width: 160, height: 45)).map(\.minX) == [0, 80, 0, 80])
  }
}
