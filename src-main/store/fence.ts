/**
 * The right to write facts of a resource, granted by a lease. A later holder has a larger revision. A write with a smaller revision than one seen
 * before is refused in its transaction, so that a paused process cannot write after its lease has moved on.
 */
export interface Fence {
  readonly resource: string
  readonly revision: number
}
