import { z } from 'zod'
import { NATIVE } from '../../../src-shared/domain/events.ts'
import { countOf } from '../../../src-shared/domain/shown.ts'
import type { Address } from '../../../src-shared/domain/address.ts'
import { parseAddress, parseTokenAddress } from '../../../src-shared/domain/parse-address.ts'
import type { RecordedLink } from '../../../src-shared/domain/token.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { toAccountFact } from './account-kinds.ts'
import { parseDecimal, formatDecimal, countFractionDigits, type Decimal } from './decimal.ts'
import { countHolders, describeKnownHolders } from './known-holders.ts'
import { MAX_LINKS, MAX_NODES } from '../limits.ts'
import { nameInFile, toMapLabel } from './map-labels.ts'
import { parseMapNetwork, parseMapTime, parseMapToken } from './map-networks.ts'
import type { HolderAmount, HoldersPlan } from '../plans.ts'
import { formError } from '../errors.ts'

/** The holder map of other tools: nodes, links between node indexes, and the same links per token. */

const node = z.object({
  address: z.string(),
  amount: z.unknown().optional(),
  percentage: z.number().nullish(),
  is_contract: z.boolean().nullish(),
  is_exchange: z.boolean().nullish(),
  name: z.string().nullish(),
})
const link = z.object({ source: z.int(), target: z.int(), forward: z.number().nonnegative(), backward: z.number().nonnegative() })
const links = z.array(link).max(MAX_LINKS)
const holderMap = z.object({
  chain: z.unknown().optional(),
  token_address: z.unknown().optional(),
  dt_update: z.unknown().optional(),
  full_name: z.string().nullish(),
  symbol: z.string().nullish(),
  nodes: z.array(node).min(1).max(MAX_NODES),
  links: links.nullish(),
  token_links: z.array(z.object({ address: z.string(), links })).nullish(),
})
type HolderMap = z.infer<typeof holderMap>

/** @throws AppError `validation_error` that names the first invalid field */
export function readHolderMap(value: unknown, askedNetwork: NetworkId | null): HoldersPlan {
  const parsed = holderMap.safeParse(value)
  if (!parsed.success) throw formError('a holder map', parsed.error)
  const map = parsed.data
  const network = parseMapNetwork(map.chain, askedNetwork)
  const token = parseMapToken(network, map.token_address)
  const amounts = map.nodes.map((row) => parseDecimal(row.amount))
  const addresses = map.nodes.map((row) => toAddress(network, row.address))
  const own = map.token_links?.find((row) => row.address === map.token_address)?.links ?? []
  const read = readLinks(map, network, addresses)
  const units = amounts.some((amount) => amount !== null && countFractionDigits(amount) > 0)
  const rows = readHolders(map, addresses, amounts)
  return {
    kind: 'holder_map',
    network,
    token,
    name: nameInFile(map.full_name),
    symbol: nameInFile(map.symbol),
    takenAt: parseMapTime(map.dt_update),
    amounts: units ? 'units' : 'raw',
    decimals: units ? null : inferDecimals(own, amounts),
    supply: null,
    holders: rows.holders,
    labels: readLabels(map, addresses),
    accounts: map.nodes.flatMap((row, index) => toAccountFact(network, addresses[index] ?? null, row.is_contract ?? null) ?? []),
    links: read.links,
    degrees: [],
    skipped: rows.skipped + read.skipped,
    notes: describeGaps(map, addresses, rows, read.skipped),
  }
}

function toAddress(network: NetworkId, text: string): Address | null {
  const parsed = parseAddress(network, text)
  return parsed.ok ? parsed.address : null
}

interface HolderRows {
  readonly holders: readonly HolderAmount[]
  readonly skipped: number
}

/** Maps list token accounts, so an owner of several appears several times. Its balance is their sum. */
function readHolders(map: HolderMap, addresses: readonly (Address | null)[], amounts: readonly (Decimal | null)[]): HolderRows {
  const holders = map.nodes.flatMap((row, index): HolderAmount[] => {
    const address = addresses[index]
    const amount = amounts[index]
    return !address || !amount ? [] : [{ address, amount: formatDecimal(amount), percentage: row.percentage ?? null }]
  })
  return { holders, skipped: map.nodes.length - holders.length }
}

/**
 * Infers decimals: if a wallet received its whole balance in recorded transfers, the raw balance is 10^decimals times their total. Accepted only if
 * there are at least two such pairs and all agree.
 */
const MIN_PAIRS = 2
const MAX_DECIMALS = 24
/** Totals are sums of doubles, so they are compared to twelve digits. */
const TOLERANCE = 1e-12

function inferDecimals(own: readonly z.infer<typeof link>[], amounts: readonly (Decimal | null)[]): number | null {
  const votes = new Map<number, number>()
  for (const { source, target, forward, backward } of own) {
    for (const total of [forward, backward]) {
      for (const amount of [amounts[source], amounts[target]]) {
        if (!amount || amount.digits === 0n || total === 0) continue
        const power = Math.log10(Number(amount.digits) / total)
        const whole = Math.round(power)
        if (Math.abs(power - whole) < TOLERANCE && whole >= 0 && whole <= MAX_DECIMALS) votes.set(whole, (votes.get(whole) ?? 0) + 1)
      }
    }
  }
  const [first, ...others] = votes
  return first !== undefined && others.length === 0 && first[1] >= MIN_PAIRS ? first[0] : null
}

function readLabels(map: HolderMap, addresses: readonly (Address | null)[]): HoldersPlan['labels'] {
  return map.nodes.flatMap((row, index) => {
    const address = addresses[index]
    if (!address) return []
    const names = { name: row.name ?? null, isExchange: row.is_exchange ?? false, isPool: false, isContract: row.is_contract ?? false }
    return toMapLabel(address, names) ?? []
  })
}

function readLinks(map: HolderMap, network: NetworkId, addresses: readonly (Address | null)[]): { links: RecordedLink[]; skipped: number } {
  const groups: { token: Address | null; rows: readonly z.infer<typeof link>[] }[] = [{ token: NATIVE, rows: map.links ?? [] }]
  for (const group of map.token_links ?? []) {
    const named = parseTokenAddress(network, group.address)
    groups.push({ token: named.ok ? named.address : null, rows: group.links })
  }
  const found: RecordedLink[] = []
  let skipped = 0
  for (const { token: moved, rows } of groups) {
    for (const { source, target, forward, backward } of rows) {
      const from = addresses[source]
      const to = addresses[target]
      if (from && to && from !== to && moved !== null) found.push({ source: from, target: to, token: moved, forward, backward })
      else skipped++
    }
  }
  return { links: found, skipped }
}

function describeGaps(map: HolderMap, addresses: readonly (Address | null)[], rows: HolderRows, skippedLinks: number): string[] {
  const notes = [describeKnownHolders(rows.holders)]
  const repeated = rows.holders.length - countHolders(rows.holders)
  if (repeated > 0) notes.push(`${countOf(repeated, 'address is', 'addresses are')} listed more than once; the amounts are added up.`)
  const nowhere = addresses.filter((address) => address === null).length
  if (nowhere > 0) notes.push(`${countOf(nowhere, 'node without a valid address was', 'nodes without a valid address were')} skipped.`)
  if (skippedLinks > 0)
    notes.push(
      `${countOf(skippedLinks, 'link without two known holders or a readable token was', 'links without two known holders or a readable token were')} skipped.`,
    )
  if (map.links?.length || map.token_links?.length) notes.push('Links are the totals in the file, without times or transactions.')
  return notes
}
