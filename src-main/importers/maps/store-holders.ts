import knownTokens from '../../../resources/labels/known-tokens.json' with { type: 'json' }
import type { ImportResult } from '../../../src-shared/contract/records/imports.ts'
import { trustedAddress, type Address, type TokenKey } from '../../../src-shared/domain/address.ts'
import { percentOf } from '../../../src-shared/domain/amount.ts'
import { shortPercent } from '../../../src-shared/domain/shown.ts'
import { IMPORTED_TOKEN, type Holding, type TokenInfo } from '../../../src-shared/domain/token.ts'
import type { Engine } from '../../engine/interface.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Store, StoredToken } from '../../store/interface.ts'
import { checkRaw, parseDecimal, toRaw, countFractionDigits, type Decimal } from './decimal.ts'
import { IMPORT_SOURCE } from './map-labels.ts'
import type { HoldersPlan } from '../plans.ts'
import { importError } from '../errors.ts'
import { deriveSupply, type DerivedSupply } from './supply.ts'

export interface StoreTarget {
  readonly store: Store
  readonly engine: Pick<Engine, 'factsChanged' | 'takeSnapshot'>
}

/** The imported file, which identifies the import when it is undone. */
export interface ImportedFile {
  readonly name: string
  readonly sha256: string
}

/**
 * Stores a holder map in one transaction and then takes its snapshot. If the process is killed in between, the same file is imported again.
 *
 * @param now Unix seconds, for a file that does not name its time
 * @throws AppError `conflict` if newer or more complete data of the token is stored
 */
export async function storeHolders({ store, engine }: StoreTarget, file: ImportedFile, plan: HoldersPlan, now: number): Promise<ImportResult> {
  const token: TokenKey = { network: plan.network, address: plan.token }
  const stored = await store.read.token(token)
  const takenAt = plan.takenAt ?? now
  if (stored !== null) rejectOlder(stored, takenAt)
  const { info, holdings } = deriveHoldings(plan, stored, takenAt)
  const labelled = plan.labels.map((label) => label.address)
  const accounts = plan.accounts.map((account) => account.address)
  await store.write.together({
    calls: [
      { name: 'keepBeforeImport', args: { token, ...file, list: IMPORT_SOURCE, labelled, accounts, takenAt, hasFacts: true } },
      { name: 'saveToken', args: info },
      { name: 'saveBalances', args: { token, rows: holdings, replaceAll: true } },
      { name: 'saveLabels', args: { network: plan.network, source: IMPORT_SOURCE, rows: plan.labels } },
      { name: 'saveAccounts', args: { network: plan.network, rows: plan.accounts } },
      { name: 'saveRecordedLinks', args: { token, rows: plan.links, degrees: plan.degrees } },
    ],
  })
  engine.factsChanged(token)
  const known = await store.read.snapshotTimestamps(token)
  const taken = known.includes(takenAt) ? null : await engine.takeSnapshot(token)
  return {
    kind: plan.kind,
    tokens: [{ network: plan.network, token_address: plan.token }],
    trades: 0,
    transfers: 0,
    holders: holdings.length,
    snapshots: taken?.isNew === true ? 1 : 0,
    skipped: plan.skipped,
    notes: [...info.notes],
  }
}

function rejectOlder(stored: StoredToken, takenAt: number): void {
  const date = new Date(stored.asOf * 1000).toISOString().slice(0, 10)
  if (stored.origin === 'node' && stored.holdersKnown > 0) {
    const message = `This token was read from a node (${date}), which is more complete than a holder map. Delete the token first to import the map.`
    throw new AppError('conflict', { message })
  }
  if (stored.asOf > takenAt) {
    throw new AppError('conflict', { message: `A newer state of this token is stored (${date}). Import maps from the oldest to the newest.` })
  }
}

type StoredAmounts = Pick<StoredToken, 'decimals' | 'totalSupply'>

/** The token and its balances in raw units, with a note for everything that was inferred. Pure. */
export function deriveHoldings(plan: HoldersPlan, stored: StoredAmounts | null, takenAt: number): { info: TokenInfo; holdings: Holding[] } {
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
      ...(plan.takenAt === null ? ['The file names no valid time; the time of the import is used.'] : []),
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
  stored: StoredAmounts | null,
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
