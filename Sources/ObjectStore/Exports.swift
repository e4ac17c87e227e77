// A store is a model and its rows: who imports the one sees the other.
@_exported public import ObjectModel
