extension PictureViewport {
  /// One direction of a viewport: a length of the picture that is seen in a row of cells.
  struct Axis {
    /// The pixels of the picture.
    private let picture: Int
    /// The cells that are used.
    let cells: Int
    /// The pixels of the picture that are seen, at least one.
    private let seen: Double

    init(picture: Int, box: Int, cell: Int, scale: Double) {
      self.picture = picture
      let wanted = Double(picture) * scale / Double(cell)
      if wanted > Double(box) {
        cells = box
        seen = min(max(1, Double(box * cell) / scale), Double(picture))
      } else {
        cells = min(box, max(1, Int(wanted.rounded())))
        seen = Double(picture)
      }
    }

    /// The pixels that are seen around `centre`, a share of the picture, as far as its edges allow.
    func part(around centre: Double) -> (start: Int, length: Int) {
      let length = min(picture, max(1, Int(seen.rounded())))
      let start = Int((kept(centre) * Double(picture) - Double(length) / 2).rounded())
      return (min(max(0, start), picture - length), length)
    }

    /// The center after so many steps from `centre`, as far as the edges allow; the same where everything is
    /// seen.
    ///
    /// A step is a share of what is seen, and at least a pixel.
    func panned(from centre: Double, by steps: Int) -> Double {
      guard steps != 0, seen < Double(picture) else { return centre }
      let step = max(1, seen * PictureViewport.panStep) / Double(picture)
      return kept(kept(centre) + Double(steps) * step)
    }

    /// `centre`, or the nearest with which what is seen lies within the picture.
    private func kept(_ centre: Double) -> Double {
      let half = seen / Double(picture) / 2
      return half < 0.5 ? min(max(half, centre), 1 - half) : 0.5
    }
  }
}
