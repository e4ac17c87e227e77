/// The number of enclosing subqueries under construction, so that each gets its own variable.
package enum SubqueryDepth {
  @TaskLocal package static var current = 0
}
