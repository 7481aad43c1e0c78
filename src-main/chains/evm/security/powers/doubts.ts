import type { Address } from '../../../../../src-shared/domain/address.ts'
import { functionName } from '../../bytecode/describe.ts'
import type { FunctionAccess } from '../../bytecode/effects/access.ts'
import type { Doubt } from './powers.ts'
import type { Search } from './search.ts'
import type { TokenFunction } from './trials/functions.ts'

/**
 * Functions that have authorized callers, although no known address is accepted (docs/scan.md#powers): their callers are in no list, or they refuse a known
 * address for another reason than a made-up one, as a mint does that opens next year.
 */
export function doubtsOf({ rejecting, recognizing, unproven }: Search, access: readonly FunctionAccess[]): Doubt[] {
  const bySelector = new Map(access.map((one) => [one.selector, one]))
  const favouring = access.flatMap(({ selector, favours }): Doubt[] => {
    const name = functionName(selector)
    return favours.size === 0 ? [] : [{ why: favoured(name), evidence: [name], about: favours }]
  })
  const limited = unproven.flatMap((fn): Doubt[] => {
    const about = bySelector.get(fn.selector)?.allows
    return about === undefined || about.size === 0 || isUnlimited(fn, access) ? [] : [{ why: guessed(fn), evidence: [fn.name], about }]
  })
  return [...limited, ...closedDoubts(rejecting, recognizing, bySelector), ...favouring]
}

const ALL_CHANGES = 3
/** Whether the code does not show which effects of a function are possible. */
export function isUnlimited({ selector }: TokenFunction, access: readonly FunctionAccess[]): boolean {
  const found = access.find((one) => one.selector === selector)
  return found === undefined || found.callsAny || found.allows.size === ALL_CHANGES
}

function closedDoubts(rejecting: Search['rejecting'], recognizing: Search['recognizing'], bySelector: ReadonlyMap<string, FunctionAccess>): Doubt[] {
  return rejecting.flatMap((fn): Doubt[] => {
    const found = bySelector.get(fn.selector)
    if (found === undefined || fn.reads) return []
    if (found.isUnlisted || found.asks.length > 0)
      return found.allows.size === 0 ? [] : [{ why: unlisted(fn), evidence: [fn.name], about: found.allows }]
    const known = recognizing.get(fn)
    // A setting that cannot be changed at present is mostly a switch that is already where the function would put it.
    const isDormant = known !== undefined && found.does.has('mint')
    return isDormant ? [{ why: dormant(fn, known), evidence: [fn.name, known], about: new Set(['mint']) }] : []
  })
}

const unlisted = ({ name }: TokenFunction): string =>
  `${name} obeys callers that are in no list, because it looks them up in a mapping or asks another contract, and no known address is one of them.`
const favoured = (name: string): string => `${name} treats an address differently that the code computes or knows by a hash, and that is in no list.`
const guessed = ({ name }: TokenFunction): string => `The effect of ${name} is not known, because no call of it that was tried was accepted.`
const dormant = ({ name }: TokenFunction, known: Address): string =>
  `${name} accepts no call at present, but refuses ${known} for another reason than others.`

/** A router takes only what its own caller sells. Another contract can answer like one, so its code decides. */
export const routerDoubt = (router: Address): Doubt => ({
  why: `${router} may take tokens without an allowance. It answers like a router of the exchange, and its own code decides whose tokens it takes.`,
  evidence: [router],
  about: new Set(['take']),
})
