import { FALLBACK, findFunction } from '../encoding/selectors.ts'
import type { Finding, FindingKind } from './effects/finding.ts'

/** Signature of a function for messages, or its selector if the signature is unknown. */
export const functionName = (selector: string | null): string =>
  selector === null || selector === FALLBACK ? 'the fallback' : (findFunction(selector)?.signature ?? selector)

const SENTENCES: Readonly<Record<FindingKind, (by: string, location: string) => string>> = {
  mint: (by, location) => `In ${by} a privileged caller raises a balance in ${location}, and no other balance falls.`,
  take: (by, location) => `In ${by} a privileged caller lowers another account's balance in ${location} without its allowance.`,
  grant: (by, location) => `In ${by} a privileged caller writes another account's allowance in ${location}.`,
  open_tax: (by, location) => `In ${by} a privileged caller sets the tax in ${location} to any size, and the tax raises another balance.`,
  list: (by, location) => `With ${by} a privileged caller adds accounts to the list in ${location}, and transfers of listed accounts fail.`,
  switch: (by, location) => `With ${by} a privileged caller sets the flag in ${location}, which stops transfers.`,
  unopened: (by, location) => `Transfers fail until a privileged caller sets the flag in ${location} with ${by}.`,
  number: (by, location) => `With ${by} a privileged caller sets the number in ${location}, which stops transfers.`,
  closed: () => 'Only privileged callers can transfer.',
  tax: (by, location) => `With ${by} a privileged caller sets the tax in ${location} so that the recipient receives less than a tenth.`,
  call: (by, location) => `Another contract, which a privileged caller sets in ${location} with ${by}, is called in each transfer and can reject it.`,
}

export function describeFinding({ kind, selector, location }: Finding): string {
  return SENTENCES[kind](functionName(selector), location === null ? 'the code' : locationName(location))
}

/** Text for a location id: `slot 0x3`, `the mapping in slot 0x3` or `the array in slot 0x3`. */
function locationName(location: string): string {
  const [slot = '', ...path] = location.split(/(?=\.k|\[\])/)
  const number = `slot 0x${slot}`
  if (path.length === 0) return number
  return path[0]?.startsWith('.k') ? `the mapping in ${number}` : `the array in ${number}`
}
