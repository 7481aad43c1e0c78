/**
 * The right to write facts of a resource, as a lease gives it. A later holder has a larger revision; a write that carries a smaller one than was
 * seen before is refused in its transaction, so that a process that was paused cannot write after its lease moved on.
 */
export interface Fence {
  readonly resource: string
  readonly revision: number
}
