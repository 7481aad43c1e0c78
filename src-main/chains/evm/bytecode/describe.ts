import { findFunction } from '../encoding/selectors.ts'
import type { Finding, FindingKind } from './effects/finding.ts'

/** A function by its signature where the selector is a known one. The signature is for the reader only. */
export const functionName = (selector: string | null): string =>
  selector === null ? 'the fallback' : (findFunction(selector)?.signature ?? selector)

const SENTENCES: Readonly<Record<FindingKind, (by: string, place: string) => string>> = {
  mint: (by, place) => `In ${by} a known caller raises a balance in ${place}, and no other balance falls.`,
  take: (by, place) => `In ${by} a known caller lowers another account's balance in ${place} without its allowance.`,
  grant: (by, place) => `In ${by} a known caller writes another account's allowance in ${place}.`,
  open_tax: (by, place) => `In ${by} a known caller sets the tax in ${place} to any size, and the tax raises another balance.`,
  list: (by, place) => `With ${by} a known caller puts accounts into the list in ${place}, and a transfer that finds them there fails.`,
  switch: (by, place) => `With ${by} a known caller sets the flag in ${place}, which stops transfers.`,
  unopened: (by, place) => `Transfers fail until a known caller sets the flag in ${place} with ${by}.`,
  number: (by, place) => `With ${by} a known caller sets the number in ${place}, which stops transfers.`,
  closed: () => 'Only callers whom the contract knows can transfer.',
  tax: (by, place) => `With ${by} a known caller sets the tax in ${place} so that next to nothing arrives.`,
  call: (by, place) => `Another contract, which a known caller sets in ${place} with ${by}, is shown each transfer and can refuse it.`,
}

export function describeFinding({ kind, selector, place }: Finding): string {
  return SENTENCES[kind](functionName(selector), place === null ? 'the code' : placeName(place))
}

/** `slot 3`, `the mapping in slot 3`, `the array in slot 3`, with a word of a struct behind a plus sign. */
function placeName(place: string): string {
  const [slot = '', ...path] = place.split(/(?=\.k|\[\])/)
  const number = `slot 0x${slot}`
  if (path.length === 0) return number
  return path[0]?.startsWith('.k') ? `the mapping in ${number}` : `the array in ${number}`
}
