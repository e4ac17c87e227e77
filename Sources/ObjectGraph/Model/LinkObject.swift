/// A join row of a many-to-many relationship, visible only to its context.
///
/// Join rows are inserted and deleted, and never updated.
final class LinkObject: ManagedObject {}
