import Foundation
import PhotoFiles

/// The texts that are canonically equivalent to one: "é" is one code point or two, and predicates compare bytes.
///
/// Code points that both normal forms take apart, such as U+09DF, are in no form but the text itself: few texts have them.
enum TextForms {
  /// The maximum number of forms that a condition compares.
  private static let limit = 64

  /// Returns the forms of a text, itself included; of a text with too many, itself and its two normal forms.
  ///
  /// Keyboards for Vietnamese write a form that is neither of the normal ones, and a text that two programs have written can
  /// have several.
  static func of(_ text: String) -> [String] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return [text] }
    let decomposed = text.decomposedStringWithCanonicalMapping
    let forms = product(of: decomposed) ?? [text.precomposedStringWithCanonicalMapping, decomposed]
    return Set((forms + [text]).map(ExactText.init)).sorted().map(\.text)
  }

  /// Returns the texts for which a typed name stands, in the order in which they are looked for: the name itself, then, if it has
  /// others, all its forms.
  static func turns(for name: String) -> [[String]] {
    let forms = of(name)
    return forms.count == 1 ? [forms] : [[name], forms]
  }

  /// Returns the forms of a text, which are made of those of its characters; `nil` if there are too many.
  private static func product(of text: String) -> [String]? {
    var forms = [""]
    for character in text {
      let parts = Self.forms(of: character)
      guard forms.count * parts.count <= limit else { return nil }
      forms = forms.flatMap { form in parts.map { form + $0 } }
    }
    return forms
  }

  /// Returns the forms of a decomposed character; more than ``limit`` stand for too many.
  private static func forms(of character: Character) -> [String] {
    var found = [Array(character.unicodeScalars)]
    var known = Set(found)
    var next = 0
    while next < found.count, found.count <= limit {
      found += neighbors(of: found[next]).filter { known.insert($0).inserted }
      next += 1
    }
    return found.map { String(String.UnicodeScalarView($0)) }
  }

  /// Returns the forms in which two code points that follow each other are composed, or change places.
  private static func neighbors(of scalars: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
    scalars.indices.dropFirst().flatMap { index -> [[Unicode.Scalar]] in
      let pair = [scalars[index - 1], scalars[index]]
      return [composition(of: pair), exchange(of: pair)].compactMap(\.self).map { replacement in
        var form = scalars
        form.replaceSubrange((index - 1)...index, with: replacement)
        return form
      }
    }
  }

  /// Returns the code point that is composed of two; `nil` if there is none.
  private static func composition(of pair: [Unicode.Scalar]) -> [Unicode.Scalar]? {
    let composed = String(String.UnicodeScalarView(pair)).precomposedStringWithCanonicalMapping.unicodeScalars
    return composed.count == 1 ? Array(composed) : nil
  }

  /// Returns two marks in the other order, if it does not matter: their combining classes differ.
  private static func exchange(of pair: [Unicode.Scalar]) -> [Unicode.Scalar]? {
    let classes = pair.map(\.properties.canonicalCombiningClass)
    return classes.contains(.notReordered) || classes[0] == classes[1] ? nil : pair.reversed()
  }
}
