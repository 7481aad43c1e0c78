import { z } from 'zod'
import { NATIVE } from '../../../src-shared/domain/events.ts'
import { countOf } from '../../../src-shared/domain/shown.ts'
import type { Address } from '../../../src-shared/domain/address.ts'
import { parseAddress, parseTokenAddress } from '../../../src-shared/domain/parse-address.ts'
import type { RecordedDegree, RecordedLink } from '../../../src-shared/domain/token.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { toAccountFact } from './account-kinds.ts'
import { parseDecimal, formatDecimal } from './decimal.ts'
import { isObject } from '../detect.ts'
import { describeKnownHolders } from './known-holders.ts'
import { MAX_LINKS, MAX_NODES } from '../limits.ts'
import { nameInFile, toMapLabel } from './map-labels.ts'
import { parseMapNetwork, parseMapTime, parseMapToken } from './map-networks.ts'
import type { HolderAmount, HoldersPlan } from '../plans.ts'
import { formError, importError } from '../errors.ts'

/**
 * The relationship map of other tools: `nodes.top_holders[]` with nested details and amounts in token units, and `relationships[]` between addresses.
 * Services do not name the token in it, so the file name may have to.
 */

const details = z.object({
  label: z.string().nullish(),
  is_contract: z.boolean().nullish(),
  is_cex: z.boolean().nullish(),
  is_dex: z.boolean().nullish(),
  degree: z.int().nonnegative().nullish().catch(null),
})
const node = z.object({
  address: z.string(),
  address_details: details.nullish(),
  holder_data: z.object({ amount: z.unknown().optional(), share: z.number().nonnegative().nullish() }).nullish(),
})
type MapNode = z.infer<typeof node>
const relationshipMap = z.object({
  metadata: z.record(z.string(), z.unknown()).nullish(),
  nodes: z.object({ top_holders: z.array(node).min(1).max(MAX_NODES), magic_nodes: z.array(node).max(MAX_NODES).nullish() }),
  relationships: z.array(z.record(z.string(), z.unknown())).max(MAX_LINKS).nullish(),
})
type JsonObject = Readonly<Record<string, unknown>>

/** @throws AppError `validation_error` that names the first invalid field */
export function readRelationshipMap(value: unknown, options: { network: NetworkId | null; name: string }): HoldersPlan {
  const parsed = relationshipMap.safeParse(value)
  if (!parsed.success) throw formError('a relationship map', parsed.error)
  const map = parsed.data
  const facts: JsonObject = { ...(value as JsonObject), ...map.metadata }
  const network = parseMapNetwork(pickFirst(facts, ['chain', 'network', 'chain_id']) ?? undefined, options.network)
  const token = parseMapToken(
    network,
    pickFirst(facts, ['token_address', 'token', 'address', 'contract_address']) ?? findTokenInName(network, options.name),
  )
  const nodes = [...map.nodes.top_holders, ...(map.nodes.magic_nodes ?? [])]
  const holders = map.nodes.top_holders.flatMap((row) => toHolder(network, row) ?? [])
  const read = readRelationships(network, token, map.relationships ?? [])
  return {
    kind: 'relationship_map',
    network,
    token,
    name: nameInFile(toText(pickFirst(facts, ['full_name', 'name', 'token_name']))),
    symbol: nameInFile(toText(pickFirst(facts, ['symbol', 'token_symbol']))),
    takenAt: parseMapTime(pickFirst(facts, ['ts_update', 'dt_update', 'timestamp', 'updated_at'])),
    amounts: 'units',
    decimals: null,
    supply: null,
    holders,
    labels: nodes.flatMap((row) => toNodeLabel(network, row) ?? []),
    accounts: nodes.flatMap((row) => toAccountFact(network, toAddress(network, row.address), row.address_details?.is_contract ?? null) ?? []),
    links: read.links,
    degrees: nodes.flatMap((row) => toDegree(network, row) ?? []),
    skipped: map.nodes.top_holders.length - holders.length + read.skipped,
    notes: [
      describeKnownHolders(holders),
      ...(map.relationships?.length ? [] : ['The file contains no relationships, so no links between its holders are known.']),
      ...(read.skipped > 0
        ? [
            `${countOf(read.skipped, 'relationship without an address, a total or a readable token was', 'relationships without an address, a total or a readable token were')} skipped.`,
          ]
        : []),
    ],
  }
}

function pickFirst(facts: JsonObject, names: readonly string[]): unknown {
  for (const name of names) if (typeof facts[name] === 'string' || typeof facts[name] === 'number') return facts[name]
  return null
}

const toText = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The token in a file name such as "sol-<address>.json". */
function findTokenInName(network: NetworkId, name: string): Address | null {
  for (const part of name.split(/[^0-9A-Za-z:]+/)) {
    const parsed = parseTokenAddress(network, part)
    if (parsed.ok) return parsed.address
  }
  throw importError('Neither the file nor its name says which token it is about; put the token address into the file name.')
}

function toAddress(network: NetworkId, text: unknown): Address | null {
  const parsed = typeof text === 'string' ? parseAddress(network, text) : null
  return parsed?.ok === true ? parsed.address : null
}

/** Shares are fractions of the supply, 0 to 1. */
function toHolder(network: NetworkId, row: MapNode): HolderAmount | null {
  const address = toAddress(network, row.address)
  const amount = parseDecimal(row.holder_data?.amount)
  if (address === null || amount === null) return null
  const share = row.holder_data?.share ?? null
  return { address, amount: formatDecimal(amount), percentage: share === null ? null : share * 100 }
}

function toDegree(network: NetworkId, row: MapNode): RecordedDegree | null {
  const address = toAddress(network, row.address)
  const counterparties = row.address_details?.degree ?? null
  return address === null || counterparties === null ? null : { address, counterparties }
}

function toNodeLabel(network: NetworkId, row: MapNode): HoldersPlan['labels'][number] | null {
  const address = toAddress(network, row.address)
  const known = row.address_details
  if (address === null || !known) return null
  return toMapLabel(address, {
    name: known.label ?? null,
    isExchange: known.is_cex ?? false,
    isPool: known.is_dex ?? false,
    isContract: known.is_contract ?? false,
  })
}

function readRelationships(network: NetworkId, token: Address, rows: readonly JsonObject[]): { links: RecordedLink[]; skipped: number } {
  const links = rows.flatMap((row) => {
    const data = isObject(row.data) ? { ...row, ...row.data } : row
    const source = toAddress(network, pickFirst(data, ['from_address', 'from', 'source']))
    const target = toAddress(network, pickFirst(data, ['to_address', 'to', 'target']))
    const forward = Number(pickFirst(data, ['total_value', 'forward', 'value', 'amount', 'total']) ?? Number.NaN)
    const backward = Number(pickFirst(data, ['backward']) ?? 0)
    const moved = readMovedToken(network, token, pickFirst(data, ['token_address', 'token']))
    if (source === null || target === null || moved === null || source === target || !(forward >= 0) || !(backward >= 0)) return []
    return [{ source, target, token: moved, forward, backward }]
  })
  return { links, skipped: rows.length - links.length }
}

/** The token of the map if a relationship names none. Null for a name that is not an address, such as a symbol: it may be another token's. */
function readMovedToken(network: NetworkId, own: Address, named: unknown): Address | null {
  if (typeof named !== 'string') return own
  if (named === 'native') return NATIVE
  const parsed = parseTokenAddress(network, named)
  return parsed.ok ? parsed.address : null
}
