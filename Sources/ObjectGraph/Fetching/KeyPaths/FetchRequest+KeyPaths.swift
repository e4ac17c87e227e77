internal import ObjectModel

extension FetchRequest {
  /// Asks for the objects of the class that match, by key paths of its declared properties.
  ///
  /// ```swift
  /// FetchRequest<Photo>(where: \.size > 3 && \.photographer.name == "Ann", order: [.by(\.title)])
  /// ```
  public init(
    _: Object.Type = Object.self, where predicate: TypedPredicate<Object>,
    order: [TypedOrder<Object>] = [], limit: Int? = nil, offset: Int = 0, includesSubentities: Bool = true
  ) {
    self.init(
      where: predicate.predicate, order: order.map(\.order), limit: limit, offset: offset,
      includesSubentities: includesSubentities)
  }

  /// Asks for all objects of the class, in an order by key paths of its declared properties.
  public init(
    _: Object.Type = Object.self, order: [TypedOrder<Object>], limit: Int? = nil, offset: Int = 0,
    includesSubentities: Bool = true
  ) {
    self.init(
      where: nil as FetchPredicate?, order: order.map(\.order), limit: limit, offset: offset,
      includesSubentities: includesSubentities)
  }

  /// Returns the request for those of its objects that match a further predicate.
  ///
  /// Limit and offset hold for what is left.
  public func and(_ predicate: TypedPredicate<Object>) -> FetchRequest {
    var request = self
    request.predicate = self.predicate.map { $0 && predicate.predicate } ?? predicate.predicate
    return request
  }
}
