public import Observation

/// `withObservationTracking` follows attributes and relationships of objects, once their context is asked to let it
/// (``ManagedObjectContext/isObservable``): reads by properties and by name, and all that changes them, be it a setter,
/// an undo, a refresh or what another context saved.
///
/// `onChange` is called in the isolation of the context just after the value has changed (the macro of
/// the Observation module calls it just before), once, as always. A change of the members of any to-many
/// relationship is told to all who looked at one of the object's.
extension ManagedObject: Observable {}
