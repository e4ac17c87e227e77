/// An object of the graph.
open class ManagedObject {
}

@available(*, unavailable)
extension ManagedObject: Sendable {}
