// Programs import ObjectGraph alone.
@_exported public import ObjectStore
