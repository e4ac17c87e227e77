/// The number of enclosing subqueries under construction, so that each gets its own variable.
enum SubqueryDepth {
  @TaskLocal static var current = 0
}
