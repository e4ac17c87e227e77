public import Terminal

extension Picture {
  /// The approximate memory use in bytes.
  public var cost: Int {
    switch content {
    case .cells(let cells): cells.count * MemoryLayout<Cell>.stride
    case .placeholders(let cells, let upload): cells.count * MemoryLayout<Cell>.stride + upload.cost
    case .overlay(let bytes): bytes.count
    case .placement(_, removal: _, let upload): upload.cost
    }
  }
}

extension Picture.Upload {
  fileprivate var cost: Int { chunks.reduce(0) { $0 + $1.count } }
}
