import Foundation
import TestSupport
import WorldMap

/// Counts the clusters of a million places at every scale of the map.
struct MapBenchmark {
  let count: Int

  private static let columns: [Part.Column] = [
    .init(title: "in view"), .init(title: "clusters"), .init(title: "median ms", digits: 1),
    .init(title: "max ms", digits: 1),
  ]

  func run() throws -> Part {
    var part = Part(title: "map of \(Double(count).fixed(0)) places", columns: Self.columns)
    let (points, center) = places()
    let columns = [(name: "120x39", columns: 120, rows: 39), (name: "400x150", columns: 400, rows: 150)]
    var slowest = Samples([])
    for window in columns {
      var view = MapViewport(columns: window.columns, rows: window.rows)
      repeat {
        var found = MapClusters(view: view, clusters: [])
        var times: [Double] = []
        for _ in 0..<9 {
          let start = ContinuousClock.now
          found = try points.clusters(in: view)
          times.append((ContinuousClock.now - start).milliseconds)
        }
        let samples = Samples(times)
        part.rows.append(
          .init(
            name: "\(window.name), zoom \(view.zoom)",
            values: [Double(found.count), Double(found.clusters.count), samples.median, samples.maximum]))
        if !(samples.median < slowest.median) { slowest = samples }
        view.zoom(1, around: center)
      } while view.canZoomIn
    }
    part.check(.mapZoom, slowest, detail: "slowest of all scales")
    part.check(.mapBytes, value: Double(MemoryLayout<GeoPoint>.stride))
    return part
  }

  /// Nine tenths of the places are within some kilometers of 200 towns, and one tenth anywhere.
  private func places() -> (MapPoints, GeoPoint) {
    var random = SeededGenerator(seed: 1)
    func point(_ latitude: ClosedRange<Double>, _ longitude: ClosedRange<Double>) -> GeoPoint? {
      GeoPoint(
        latitude: .random(in: latitude, using: &random), longitude: .random(in: longitude, using: &random))
    }
    let towns = (0..<200).compactMap { _ in point(-60...70, -179...179) }
    var points = MapPoints()
    while points.points.count < count {
      let town = towns.randomElement(using: &random)
      let place =
        town.flatMap { town in
          Int.random(in: 0..<10, using: &random) == 0
            ? point(-90...90, -180...180)
            : point(
              town.latitude - 0.2...town.latitude + 0.2, town.longitude - 0.2...town.longitude + 0.2)
        }
      if let place { points.add(place) }
    }
    return (points, towns[0])
  }
}
