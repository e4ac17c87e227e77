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

    /// The pixels that are seen around `center`, a share of the picture, as far as its edges allow.
    func part(around center: Double) -> (start: Int, length: Int) {
      let length = min(picture, max(1, Int(seen.rounded())))
      let start = Int((kept(center) * Double(picture) - Double(length) / 2).rounded())
      return (min(max(0, start), picture - length), length)
    }

    /// Returns the center after panning `steps` steps from `center`, limited by the edges.
    ///
    /// Returns `center` if the whole picture is visible.
    ///
    /// A step is a share of what is seen, and at least a pixel.
    func panned(from center: Double, by steps: Int) -> Double {
      guard steps != 0, seen < Double(picture) else { return center }
      let step = max(1, seen * PictureViewport.panStep) / Double(picture)
      return kept(kept(center) + Double(steps) * step)
    }

    /// Returns the center after the picture was dragged by some cells, limited by the edges.
    func dragged(from center: Double, by count: Int) -> Double {
      guard cells > 0, seen < Double(picture) else { return center }
      return kept(kept(center) - Double(count) * seen / Double(cells) / Double(picture))
    }

    /// `center`, or the nearest with which what is seen lies within the picture.
    private func kept(_ center: Double) -> Double {
      let half = seen / Double(picture) / 2
      return half < 0.5 ? min(max(half, center), 1 - half) : 0.5
    }
  }
}
