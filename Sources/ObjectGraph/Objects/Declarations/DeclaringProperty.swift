/// A property wrapper that stands for a property of the model.
protocol DeclaringProperty {
  /// The declaration of the model's property, as the wrapper describes it.
  var declaration: PropertyDeclaration { get }
}
