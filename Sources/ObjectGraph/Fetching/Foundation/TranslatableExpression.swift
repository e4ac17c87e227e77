/// A part of a predicate of Foundation that a fetch can do.
protocol TranslatableExpression {
  func translated(_ translation: PredicateTranslation) throws -> Translated
}
