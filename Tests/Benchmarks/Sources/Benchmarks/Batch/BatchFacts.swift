/// The values of a row of a batch.
nonisolated struct BatchFacts {
  let number: String
  let title: String
  let text: String
  let tags = "harbor boat evening"
  let uploaded: Double

  init(_ index: Int) {
    number = String(index)
    // Not in the order of the keys, as titles are.
    title = "Photo \(index &* 7_919 % 1_000_003)"
    text = "A photo of the harbor at \(index), taken from the pier before sunset"
    uploaded = Double(index)
  }
}
