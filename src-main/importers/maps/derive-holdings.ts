import knownTokens from '../../../resources/labels/known-tokens.json' with { type: 'json' }
import { trustedAddress, type Address } from '../../../src-shared/domain/address.ts'
import { percentOf } from '../../../src-shared/domain/amount.ts'
import { shortPercent } from '../../../src-shared/domain/shown.ts'
import { IMPORTED_TOKEN, type Holding, type TokenInfo } from '../../../src-shared/domain/token.ts'
import { importError } from '../errors.ts'
import type { HoldersPlan, KnownToken } from '../plans.ts'
import { checkRaw, countFractionDigits, parseDecimal, toRaw, type Decimal } from './decimal.ts'
import { deriveSupply, type DerivedSupply } from './supply.ts'

type StoredAmounts = KnownToken['stored']

export interface DerivedHoldings {
  readonly info: TokenInfo
  readonly holdings: readonly Holding[]
}

/** The token and its balances in raw units, with a note for everything that was inferred. Pure. */
export function deriveHoldings(plan: HoldersPlan, stored: StoredAmounts, takenAt: number): DerivedHoldings {
  const rows = plan.holders.flatMap((row) => {
    const amount = parseDecimal(row.amount)
    return amount === null ? [] : [{ ...row, amount }]
  })
  const decimals = decideDecimals(
    plan,
    stored,
    rows.map((row) => row.amount),
  )
  const raws = rows.map((row) => ({ ...row, raw: toRaw(row.amount, plan.amounts === 'raw' ? 0 : decimals.value) }))
  const supply = decideSupply(plan, stored, raws, decimals.value)
  const info: TokenInfo = {
    ...IMPORTED_TOKEN,
    network: plan.network,
    address: plan.token,
    name: plan.name,
    symbol: plan.symbol,
    decimals: decimals.value,
    totalSupply: checkRaw(supply.raw),
    asOf: takenAt,
    notes: [
      ...plan.notes,
      ...(plan.takenAt !== takenAt ? ['The file names no valid time; the time of the import is used.'] : []),
      decimals.note,
      supply.note,
    ],
  }
  return { info, holdings: sumByAddress(raws) }
}

/** A smaller share of the supply is displayed as a bound. */
const MIN_SHOWN_PCT = 0.01

/** The supply that was given, else the one derived from the file's shares, else the stored one. */
function decideSupply(
  plan: HoldersPlan,
  stored: StoredAmounts,
  rows: readonly { raw: bigint; percentage: number | null }[],
  decimals: number,
): { raw: bigint; note: string } {
  const given = plan.supply === null ? null : parseDecimal(plan.supply)
  const largest = rows.reduce((most, { raw }) => (raw > most ? raw : most), 0n)
  if (given !== null) {
    const raw = toRaw(given, decimals)
    if (raw < largest) throw importError('The total supply is less than the largest balance of the file.')
    return { raw, note: 'The total supply was given at the import.' }
  }
  const derived = deriveSupply(rows.flatMap(({ raw, percentage }) => (percentage === null ? [] : [{ raw, percentage }])))
  if (derived !== null) return { raw: derived.raw, note: describeSupply(derived) }
  if (plan.kind === 'holder_list' && stored !== null && stored.totalSupply >= largest && stored.decimals === decimals)
    return { raw: stored.totalSupply, note: 'The file has no shares; the total supply was stored before.' }
  throw importError(
    'The file names neither shares nor the supply, so the concentration cannot be computed. Give the total supply at the import: --supply UNITS.',
  )
}

function describeSupply({ raw, within }: DerivedSupply): string {
  const off = percentOf(within, raw)
  const most = off < MIN_SHOWN_PCT ? `less than ${MIN_SHOWN_PCT} %` : `at most ${shortPercent(off)}`
  return `The total supply is computed from amounts and shares; it may be off by ${most}.`
}

function sumByAddress(rows: readonly { address: Address; raw: bigint }[]): Holding[] {
  const sums = new Map<Address, bigint>()
  for (const { address, raw } of rows) sums.set(address, checkRaw((sums.get(address) ?? 0n) + raw))
  return [...sums].flatMap(([address, raw]) => (raw > 0n ? [{ address, raw, verified: false }] : []))
}

/** Maximum decimals taken from amounts in the file. Further digits are floating-point noise. */
const MAX_WRITTEN_DECIMALS = 18

const NO_DECIMALS = "The file does not name the token's decimals"

/** Decimals from the list of known tokens, else from the file's numbers, else from the store. */
function decideDecimals(plan: HoldersPlan, stored: { decimals: number } | null, amounts: readonly Decimal[]): { value: number; note: string } {
  const listed = knownTokens.find((row) => row.network === plan.network && trustedAddress(row.address) === plan.token)
  if (listed !== undefined) return { value: listed.decimals, note: `${NO_DECIMALS}; the list of known tokens says ${listed.decimals}.` }
  if (plan.kind === 'holder_list' && plan.decimals !== null)
    return { value: plan.decimals, note: `${plan.decimals} decimals were given at the import.` }
  if (plan.kind === 'holder_list' && stored !== null) return { value: stored.decimals, note: `${NO_DECIMALS}; ${stored.decimals} was stored before.` }
  if (plan.amounts === 'units') {
    const written = Math.min(
      MAX_WRITTEN_DECIMALS,
      amounts.reduce((most, amount) => Math.max(most, countFractionDigits(amount)), 0),
    )
    return { value: written, note: `The file has amounts in token units with up to ${written} decimals, so ${written} decimals are used.` }
  }
  if (plan.decimals !== null) {
    const value = plan.decimals
    return { value, note: `${NO_DECIMALS}; ${value} follows from wallets whose balances equal their recorded transfers.` }
  }
  if (stored !== null) return { value: stored.decimals, note: `${NO_DECIMALS}; ${stored.decimals} was stored before.` }
  return { value: 0, note: "The token's decimals are unknown, so balances and supply are shown in raw units; shares are not affected." }
}
