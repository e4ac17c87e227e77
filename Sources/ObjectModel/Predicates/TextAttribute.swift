/// A type of an attribute that is text, or an optional of one.
public protocol TextAttribute: AttributeConvertible {}
