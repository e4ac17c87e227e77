/// A type of an attribute that is a number, or an optional of one.
public protocol NumberAttribute: AttributeConvertible {}
