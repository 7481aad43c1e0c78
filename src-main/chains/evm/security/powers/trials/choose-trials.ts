import { partsOf } from '../../../../../lib/parts-of.ts'
import type { Accepted } from './screen.ts'

/** Fits into a few requests within geth's gas limit. */
const MAX_TRIALS = 240
const PER_POWER = 24
/** Trials per function without access control. Most of these functions are standard. */
const PER_SHARED = 6
const PER_READING = 2

/** The calls that make up one power: a function, its caller and, if it has keys, the key that it sets. */
export interface Power {
  readonly name: string
  readonly calls: readonly Accepted[]
}

export const powersIn = (accepted: readonly Accepted[]): Power[] =>
  [...Map.groupBy(accepted, ({ fn, caller, variant }) => `${fn.selector} ${variant.key} ${caller}`).values()].flatMap((calls) =>
    calls[0] === undefined ? [] : [{ name: calls[0].fn.name, calls }],
  )

/** Small integers as first numbers are mostly keys. */
export const hasKeys = ({ args }: Accepted['fn']): boolean => args?.startsWith('uint8') === true

/**
 * Chooses the numbers that differ most in meaning from those that a power accepted in each pattern. Every function gets some of the trials, and
 * each of its keys if it likely has any. Functions with access control get two for one of the others, which any account may call or which only read.
 */
export function chooseTrials(powers: readonly Power[]): Accepted[] {
  const shares = Map.groupBy(
    powers,
    ({ calls: [first] }) => first && `${first.fn.selector} ${hasKeys(first.fn) ? first.variant.key : ''} ${first.caller}`,
  )
  const chosen = [...shares.values()].map((share) =>
    alternating(
      share.map(({ calls }) =>
        alternating([...Map.groupBy(calls, ({ variant }) => variant.pattern).values()].map(pickNumbers)).slice(0, trialsOf(calls[0])),
      ),
    ),
  )
  return alternating(chosen.map((calls) => partsOf(calls, isRestricted(calls[0]) ? 2 : 1)))
    .flat()
    .slice(0, MAX_TRIALS)
}

const isRestricted = (call: Accepted | undefined): boolean => call?.open === false && !call.shared

function trialsOf(call: Accepted | undefined): number {
  if (call === undefined || isRestricted(call)) return PER_POWER
  return call.fn.reads ? PER_READING : PER_SHARED
}

/**
 * Largest accepted, then a tax that leaves something if it is given in percent, which several of them must not do in sum. Then the smallest, a limit
 * that lets nothing pass, and 1, which may be a flag. Then the largest amount in permille, basis points and percent, and one between. In a token of
 * many functions only the first few are tried.
 */
export function pickNumbers(calls: readonly Accepted[]): Accepted[] {
  const below = (most: bigint): Accepted | undefined => calls.find(({ variant: { number } }) => number === null || number <= most)
  const between = calls[Math.floor(calls.length / 2)]
  const picked = [calls[0], below(20n), calls.at(-1), below(1n), below(1_000n), below(10_000n), below(100n), below(86_400n), between]
  return [...new Set(picked.filter((call) => call !== undefined))]
}

/** Calls that represent a power: the first and the last accepted choice. */
export const firstAndLast = ({ calls }: Power): Accepted[] => [...new Set([calls[0], calls.at(-1)])].filter((call) => call !== undefined)

/** The first of each list, then the second of each, and so on. */
function alternating<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length))
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => (i < list.length ? [list[i] as T] : []))).flat()
}
