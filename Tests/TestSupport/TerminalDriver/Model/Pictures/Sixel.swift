/// A sixel picture (DEC STD 070, chapter 9.1), from the data after `q`.
struct Sixel {
  private let data: [UInt8]

  init(_ data: [UInt8]) { self.data = data }

  /// The size in pixels, from the raster attributes or else from the drawn pixels.
  var size: (width: Int, height: Int) {
    if data.first == UInt8(ascii: "\"") {
      let numbers = data.dropFirst().prefix { $0 == 0x3B || (0x30...0x39).contains($0) }.split(
        separator: 0x3B, omittingEmptySubsequences: false
      ).map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
      if numbers.count == 4, numbers[2] > 0, numbers[3] > 0 { return (numbers[2], numbers[3]) }
    }
    var canvas = Canvas()
    draw(on: &canvas)
    return (canvas.width, canvas.height)
  }

  /// Red, green, blue, and alpha of each pixel; alpha is 0 for pixels that are not drawn.
  var pixels: [UInt8] {
    let size = size
    var canvas = Canvas()
    draw(on: &canvas)
    var output = [UInt8](repeating: 0, count: 4 * size.width * size.height)
    for (y, row) in canvas.rows.prefix(size.height).enumerated() {
      for (x, color) in row.prefix(size.width).enumerated() {
        guard let color else { continue }
        let place = 4 * (y * size.width + x)
        for (part, value) in (color + [255]).enumerated() { output[place + part] = value }
      }
    }
    return output
  }

  private struct Canvas {
    var rows: [[[UInt8]?]] = []
    var width = 0
    var height: Int { rows.count }

    mutating func put(_ bits: UInt8, count: Int, x: Int, y: Int, color: [UInt8]) {
      width = max(width, x + count)
      for bit in 0..<6 where bits >> UInt8(bit) & 1 == 1 {
        while rows.count <= y + bit { rows.append([]) }
        let missing = x + count - rows[y + bit].count
        if missing > 0 { rows[y + bit] += Array(repeating: nil, count: missing) }
        for column in x..<x + count { rows[y + bit][column] = color }
      }
    }
  }

  private func draw(on canvas: inout Canvas) {
    var palette: [Int: [UInt8]] = [:]
    var color: [UInt8] = [0, 0, 0]
    var (x, y, position) = (0, 0, 0)
    func numbers() -> [Int] {
      var numbers = [0]
      position += 1
      while position < data.count {
        switch data[position] {
        case 0x30...0x39:
          numbers[numbers.count - 1] = numbers[numbers.count - 1] * 10 + Int(data[position]) - 0x30
        case 0x3B: numbers.append(0)
        default: return numbers
        }
        position += 1
      }
      return numbers
    }
    while position < data.count {
      switch data[position] {
      case UInt8(ascii: "\""): _ = numbers()
      case UInt8(ascii: "#"):
        let numbers = numbers()
        if numbers.count == 5, numbers[1] == 2 {
          palette[numbers[0]] = numbers[2...].map { UInt8(clamping: ($0 * 255 + 50) / 100) }
        }
        color = palette[numbers[0]] ?? [0, 0, 0]
      case UInt8(ascii: "!"):
        let count = numbers()[0]
        if position < data.count, (0x3F...0x7E).contains(data[position]) {
          canvas.put(data[position] - 0x3F, count: count, x: x, y: y, color: color)
          x += count
        }
        position += 1
      case UInt8(ascii: "$"):
        x = 0
        position += 1
      case UInt8(ascii: "-"):
        (x, y) = (0, y + 6)
        position += 1
      case 0x3F...0x7E:
        canvas.put(data[position] - 0x3F, count: 1, x: x, y: y, color: color)
        x += 1
        position += 1
      default: position += 1
      }
    }
  }
}
