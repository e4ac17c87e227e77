/// A property of XMP with a value to be written.
struct XMPProperty {
  /// A value.
  enum Value {
    /// A text; `nil` removes the property.
    case text(String?)
    /// No text in place of one of these; others stay, for they say something else.
    case noneOf(Set<String>)
    /// The first item of a sequence, which is written only where the property is there; `nil` removes all items.
    case firstOfExistingSequence(String?)
  }

  /// The prefix of the namespace, unless the packet has another one for it.
  let prefix: String
  let name: XMPName
  let value: Value

  init(_ prefix: String, _ namespace: String, _ name: String, _ value: Value) {
    (self.prefix, self.value) = (prefix, value)
    self.name = XMPName(namespace: namespace, name: name)
  }
}
