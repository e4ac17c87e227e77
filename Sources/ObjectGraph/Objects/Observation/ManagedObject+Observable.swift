public import Observation

/// Support for `withObservationTracking`, which follows attributes and relationships of objects once their
/// context enables it (``ManagedObjectContext/isObservable``).
///
/// Tracking covers reads by property and by name, and all changes: by a setter, an undo, a refresh, or a save
/// of another context. `onChange` is called once, in the isolation of the context, just after the value has
/// changed (the macro of the Observation module calls it just before). A change of the members of any to-many
/// relationship notifies all observers that read one of the object's to-many relationships.
extension ManagedObject: Observable {}
