/** Makes a switch over a union exhaustive: a missing case fails to compile. */
export function assertNever(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`)
}
