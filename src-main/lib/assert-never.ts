/** Ends a switch over a union: a new member fails to compile. */
export function assertNever(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`)
}
