import type { WalletInToken, WalletOverview } from '../../src-shared/contract/records/wallets.ts'
import { toUnits } from '../../src-shared/domain/amount.ts'
import { trustedAddress, type Address } from '../../src-shared/domain/address.ts'
import { isServiceLabel } from '../../src-shared/domain/labels.ts'
import type { Funding } from '../../src-shared/domain/token.ts'
import { NETWORKS, type NetworkId } from '../../src-shared/networks.ts'
import { mapLimited } from '../lib/map-limited.ts'
import { mergeNeighbours } from '../records/merge-neighbours.ts'
import type { Store, WalletKey } from '../store/interface.ts'
import type { Engine } from './interface.ts'
import { namesOf } from './names.ts'

/** Tokens computed per wallet. Each may have to be loaded whole. */
const MAX_TOKENS = 50
const CONCURRENCY = 2
const MAX_FUNDERS = 12
const MAX_FUNDED = 100
/** Neighbours read per token, and listed in total. */
const MAX_NEIGHBOURS = 500
const SHOWN_NEIGHBOURS = 50

interface Sources {
  readonly store: Store
  readonly engine: Engine
}

/** One wallet across every stored token (docs/api/records.md#wallets-across-tokens). */
export async function walletOverview({ store, engine }: Sources, key: WalletKey): Promise<WalletOverview> {
  const { network, wallet } = key
  const [addresses, hours, funded, chain] = await Promise.all([
    store.read.tokensOfWallet(key),
    store.read.tradingHours(key),
    store.read.fundedWallets({ ...key, limit: MAX_FUNDED }),
    readFunders(store, key),
  ])
  const tokens = await mapLimited(addresses.slice(0, MAX_TOKENS), CONCURRENCY, async (address) => {
    const token = { network, address }
    const stored = await store.read.token(token)
    if (stored === null) return []
    const { name, symbol, asOf } = stored
    const found = await engine.query(token, 'walletInToken', { wallet })
    const around = await engine.query(token, 'neighbours', { wallet, limit: MAX_NEIGHBOURS })
    const inToken = found === null ? null : await withSymbol(store, network, found.value)
    const row = { address, name, symbol, as_of: asOf, coverage: found?.coverage ?? null, wallet: inToken }
    return [{ row, around: { token: address, neighbours: around?.value.neighbours ?? [] } }]
  })
  const neighbours = mergeNeighbours(
    wallet,
    tokens.flat().map(({ around }) => around),
  )
  const named = [wallet, ...chain.funders.flatMap(({ funder }) => funder ?? []), ...funded.first.map((one) => one.wallet)]
  const names = namesOf(await store.read.labels({ network, addresses: named }))
  const payment = ({ raw, time, tx }: Funding) => ({ amount: raw === null ? null : toUnits(raw, NETWORKS[network].native.decimals), time, tx })
  return {
    network,
    ...names.of(wallet),
    tokens: tokens.flat().map(({ row }) => row),
    tokens_total: addresses.length,
    funders: chain.funders.flatMap((one) => (one.funder === null ? [] : [{ ...names.of(one.funder), ...payment(one) }])),
    funders_end: chain.end,
    funded: funded.first.map((one) => ({ ...names.of(one.wallet), ...payment(one) })),
    funded_total: funded.total,
    neighbours: neighbours.slice(0, SHOWN_NEIGHBOURS),
    neighbours_total: neighbours.length,
    hours,
  }
}

/** Names the coin of a result if it is a stored token. */
async function withSymbol(store: Store, network: NetworkId, found: WalletInToken): Promise<WalletInToken> {
  if (found.other === null) return found
  const stored = await store.read.token({ network, address: trustedAddress(found.other.token) })
  return { ...found, other: { ...found.other, symbol: stored?.symbol ?? null } }
}

interface FunderChain {
  readonly funders: readonly Funding[]
  readonly end: WalletOverview['funders_end']
}

/** Follows first payments back to a service. A service pays many wallets, so its own funder says nothing about this one. */
async function readFunders(store: Store, { network, wallet }: WalletKey): Promise<FunderChain> {
  const funders: Funding[] = []
  const seen = new Set<Address>([wallet])
  let at = wallet
  while (funders.length < MAX_FUNDERS) {
    const [funding] = await store.read.funding({ network, wallets: [at] })
    if (funding?.funder == null || seen.has(funding.funder)) return { funders, end: 'unknown' }
    funders.push(funding)
    at = funding.funder
    seen.add(at)
    if ((await store.read.labels({ network, addresses: [at] })).some(isServiceLabel)) return { funders, end: 'service' }
  }
  return { funders, end: 'limit' }
}
