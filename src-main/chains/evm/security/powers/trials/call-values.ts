import { concatHex, encodeAbiParameters, numberToHex, parseAbiParameters, type AbiParameter, type Hex } from 'viem'
import { UINT256_MAX } from '../../../../../../src-shared/domain/amount.ts'
import type { Address } from '../../../../../../src-shared/domain/address.ts'
import { HOSTILE_CONTRACTS } from './stage.ts'
import type { TokenFunction } from './functions.ts'
import { ZERO_ADDRESS } from '../../../encoding/zero-address.ts'

/** One choice of arguments for a function, as encoded call data. */
export interface Variant {
  readonly data: Hex
  /** All choices except the number. Variants of one pattern differ in their number only. */
  readonly pattern: string
  /** First number, if it may select what the function sets; each key counts as a separate power. Empty if there is none. */
  readonly key: string
  /** The number tried, or null if the function takes none. */
  readonly number: bigint | null
  /** Whether a pool is among the arguments: a token may then treat it as another address and tax less, which is not a power. */
  readonly namesPool: boolean
  readonly namesWallet: boolean
  /** Whether the second holder is among the arguments. */
  readonly namesOther: boolean
}

export interface ValueContext {
  readonly victim: Address
  readonly other: Address
  readonly caller: Address
  readonly token: Address
  readonly pool: Address | null
  /** Part of the victim's balance. */
  readonly part: bigint
  readonly supply: bigint
  /** Unix seconds. */
  readonly now: number
  /** Words in the token's code that may be role ids. */
  readonly words: readonly Hex[]
}

const QUARTER_YEAR = 90 * 86_400
const MOVED = 'moved'
const MAX_KEY = 8n
const MAX_VARIANTS = 240
const MAX_OF_LAST = 48

/** Percent, permille and basis points, seconds, amounts; largest first. */
const SMALL_NUMBERS = [
  100_000n,
  86_400n,
  10_000n,
  9_900n,
  5_000n,
  2_500n,
  1_000n,
  990n,
  500n,
  300n,
  100n,
  99n,
  60n,
  50n,
  49n,
  30n,
  25n,
  20n,
  15n,
  12n,
  10n,
  8n,
  6n,
  5n,
  4n,
  3n,
  2n,
  1n,
  0n,
] as const

/** The most harmful numbers for the likely units of an argument (docs/scan.md#powers), largest first. */
export const numbersOf = ({ supply, part, now }: ValueContext): bigint[] =>
  [...new Set([UINT256_MAX, supply, supply / 100n, supply / 1_000n, supply / 10_000n, part, BigInt(now + QUARTER_YEAR), ...SMALL_NUMBERS])].sort(
    (a, b) => (a > b ? -1 : 1),
  )

/** A few arguments of each kind, which show which callers a function accepts. */
export function firstVariants(fn: TokenFunction, context: ValueContext): Variant[] {
  return variants(fn, context, [1n, context.part, 0n], [context.victim, context.caller])
}

/** All arguments to try once the function is known to accept a caller. */
export function allVariants(fn: TokenFunction, context: ValueContext, numbers: readonly bigint[] = numbersOf(context)): Variant[] {
  const { victim, caller, token, pool } = context
  const addresses = [victim, caller, ...(pool === null ? [] : [pool]), token, ZERO_ADDRESS, ...Object.values(HOSTILE_CONTRACTS)]
  const first = variants(fn, context, numbers, addresses).slice(0, MAX_VARIANTS)
  if (first.length < MAX_VARIANTS) return first
  // With many arguments the first addresses use up the choices. The pool may be what opens trading, and no address what closes it.
  const tried = new Set(first.map(({ data }) => data))
  const last = [...(pool === null ? [] : [pool]), ZERO_ADDRESS].flatMap((one) =>
    variants(fn, context, [UINT256_MAX, 1n, 0n], [one])
      .filter(({ pattern, data }) => pattern.startsWith(one) && !tried.has(data))
      .slice(0, MAX_OF_LAST),
  )
  return [...first, ...last]
}

/** The parameters of a function; null if their types are unknown. */
function parametersOf({ args }: TokenFunction): readonly AbiParameter[] | null {
  if (args === null) return null
  if (args === '') return []
  try {
    return parseAbiParameters(args)
  } catch {
    return null
  }
}

/** Types whose accepted values cannot be guessed: hashes, texts and structures. */
export const isOpaque = (fn: TokenFunction): boolean => fn.args === null || /bytes|string|\(/.test(fn.args)

interface Choice {
  readonly address: (index: number) => Address
  readonly number: (index: number) => bigint
  readonly flag: boolean
  readonly word: Hex
}

const ZERO_WORD: Hex = `0x${'0'.repeat(64)}`

function variants(fn: TokenFunction, context: ValueContext, numbers: readonly bigint[], addresses: readonly Address[]): Variant[] {
  const parameters = parametersOf(fn)
  if (parameters === null) return guesses(fn.selector, context)
  const types = parameters.map(({ type }) => type)
  const leaves = countLeaves(parameters)
  const values = leaves.signed
    ? [
        ...numbers,
        ...numbers
          .filter((one) => one > 0n && one <= context.supply)
          .map((one) => -one)
          .reverse(),
      ]
    : numbers
  const flags = leaves.flags === 0 ? [true] : [true, false]
  const words = types.includes('bytes32') && leaves.addresses > 0 ? [ZERO_WORD, ...context.words] : [ZERO_WORD]
  const found: Variant[] = []
  for (const { pick, label, one } of addressChoices(leaves.addresses, context, addresses)) {
    for (const flag of flags) {
      for (const { number, value, position, key } of numberChoices(leaves.numbers, types[0] ?? '', values)) {
        for (const word of words) {
          const args = fill(parameters, { address: pick, number, flag, word })
          if (args === null) continue
          found.push({
            data: concatHex([fn.selector, args]),
            pattern: `${label} ${flag} ${position}${key} ${word}`,
            key,
            number: value,
            namesPool: one !== null && one === context.pool,
            namesWallet: leaves.addresses > 0,
            namesOther: label === MOVED,
          })
        }
      }
    }
  }
  return found
}

/** Words that fit most types, for functions whose types are unknown. */
function guesses(selector: Hex, { victim, part }: ValueContext): Variant[] {
  const rows = [[], [0n, 0n, 0n], [BigInt(victim), part, 0n], [part, BigInt(victim), 0n], [BigInt(victim), BigInt(victim), 1n], [1n, 1n, 1n]]
  return rows.map((row, i) => ({
    data: concatHex([selector, ...row.map((value) => numberToHex(value, { size: 32 }))]),
    pattern: `words ${i}`,
    key: '',
    number: null,
    namesPool: false,
    namesWallet: true,
    namesOther: false,
  }))
}

function countLeaves(parameters: readonly AbiParameter[]): { addresses: number; numbers: number; flags: number; signed: boolean } {
  const counts = { addresses: 0, numbers: 0, flags: 0, signed: false }
  const visit = (parameter: AbiParameter): void => {
    if ('components' in parameter) parameter.components.forEach(visit)
    else if (parameter.type.startsWith('address')) counts.addresses++
    else if (parameter.type.startsWith('bool')) counts.flags++
    else if (/^u?int/.test(parameter.type)) counts.numbers++
    counts.signed ||= parameter.type.startsWith('int')
  }
  parameters.forEach(visit)
  return counts
}

/** One address in all positions. Several positions also get the victim and the caller in both orders, and the victim and the other holder. */
function addressChoices(
  count: number,
  { victim, caller, other }: ValueContext,
  addresses: readonly Address[],
): { pick: (index: number) => Address; label: string; one: Address | null }[] {
  if (count === 0) return [{ pick: () => victim, label: '', one: null }]
  const same = addresses.map((one) => ({ pick: () => one, label: one, one }))
  if (count === 1) return same
  return [
    { pick: (index: number) => (index === 0 ? victim : caller), label: 'taken', one: null },
    { pick: (index: number) => (index === 0 ? caller : victim), label: 'given', one: null },
    { pick: (index: number) => (index === 0 ? victim : other), label: MOVED, one: null },
    ...same,
  ]
}

/** One number in all positions; one position at a time with zeros in the others; and small first numbers as keys. */
function numberChoices(
  count: number,
  firstType: string,
  numbers: readonly bigint[],
): { number: (index: number) => bigint; value: bigint | null; position: string; key: string }[] {
  if (count === 0) return [{ number: () => 0n, value: null, position: '', key: '' }]
  const all = numbers.map((value) => ({ number: () => value, value, position: 'all', key: '' }))
  if (count === 1) return all
  const alone = Array.from({ length: Math.min(count, 3) }, (_, position) =>
    numbers.map((value) => ({ number: (index: number) => (index === position ? value : 0n), value, position: `only ${position}`, key: '' })),
  ).flat()
  if (count > 2 || !firstType.startsWith('uint')) return [...all, ...alone]
  const keys = firstType === 'uint8' ? MAX_KEY : 3n
  const keyed = Array.from({ length: Number(keys) }, (_, i) => BigInt(i + 1)).flatMap((key) =>
    KEYED_NUMBERS.filter((value) => numbers.includes(value)).map((value) => ({
      number: (index: number) => (index === 0 ? key : value),
      value,
      position: '',
      key: `key ${key}`,
    })),
  )
  return [...all, ...alone, ...keyed]
}

const KEYED_NUMBERS: readonly bigint[] = [UINT256_MAX, 86_400n, 10_000n, 1_000n, 100n, 99n, 50n, 25n, 10n, 1n, 0n]

/** The arguments, encoded; null if a type is not one of Solidity's. */
function fill(parameters: readonly AbiParameter[], choice: Choice): Hex | null {
  let addresses = 0
  let numbers = 0
  const valueOf = (parameter: AbiParameter): unknown => {
    const list = /^(.*)\[(\d*)\]$/.exec(parameter.type)
    if (list !== null) {
      const item = { ...parameter, type: list[1] ?? '' }
      const size = list[2] === '' || list[2] === undefined ? 1 : Math.min(Number(list[2]), 64)
      return Array.from({ length: size }, () => valueOf(item))
    }
    if ('components' in parameter) return parameter.components.map(valueOf)
    const { type } = parameter
    if (type === 'address') return choice.address(addresses++)
    if (type === 'bool') return choice.flag
    if (type === 'string') return ''
    if (type === 'bytes') return '0x'
    if (type === 'bytes32') return choice.word
    if (type.startsWith('bytes')) return `0x${'00'.repeat(Number(type.slice('bytes'.length)))}`
    return clamp(type, choice.number(numbers++))
  }
  try {
    return encodeAbiParameters(parameters, parameters.map(valueOf) as never)
  } catch {
    return null
  }
}

/** The number, limited to the maximum of its type, and without its sign if the type has none. */
function clamp(type: string, number: bigint): bigint {
  const isSigned = !type.startsWith('u')
  const bits = BigInt(type.replace(/^u?int/, '') || 256) - (isSigned ? 1n : 0n)
  const most = 2n ** bits - 1n
  const size = number < 0n ? -number : number
  const limited = size < most ? size : most
  return isSigned && number < 0n ? -limited : limited
}
