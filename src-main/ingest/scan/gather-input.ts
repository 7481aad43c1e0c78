import type { TokenKey } from '../../../src-shared/domain/address.ts'
import type { Pool } from '../../../src-shared/domain/events.ts'
import { LABELS, NOT_A_MEMBER, type Label } from '../../../src-shared/domain/labels.ts'
import type { TokenInfo } from '../../../src-shared/domain/token.ts'
import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import type { BlockRef, ChainAdapter } from '../../chains/adapter.ts'
import type { PoolLiquidity, SecurityFacts } from '../../chains/security.ts'
import type { Engine } from '../../engine/interface.ts'
import { AppError } from '../../lib/app-error.ts'
import type { HolderLine, ScanInput } from '../../scan/input.ts'
import { fetchPublic, FetchRefused } from '../../lib/public-fetch.ts'
import type { NativeNow } from '../../prices/pricer.ts'
import { usdOf } from '../../prices/quotes.ts'
import { metadataPlace, NOTHING_OFF_CHAIN, readOffChain, type OffChain } from '../../scan/off-chain.ts'
import type { Store } from '../../store/interface.ts'
import type { OffChainConsent } from '../settings/off-chain-consent.ts'
import type { Services } from '../services/services.ts'

/** Gathers what a scan is judged by: the chain's facts of this moment, and what the store knows besides. */

export interface GatherScan {
  readonly store: Store
  readonly engine: Engine
  readonly adapter: ChainAdapter
  readonly token: TokenKey
  /** Whether the owner allows reading what tokens keep elsewhere. */
  readonly offChain: Pick<OffChainConsent, 'given'>
  readonly services: Pick<Services, 'source' | 'creator'>
  readonly nativeNow: NativeNow
  /** Unix seconds. */
  readonly now: number
}

const TOP_HOLDERS = 50
const REPLAYED = 5
/** Blocks in which a token's movements are looked through for pools, when no factory is known to have made one. */
const RECENT_BLOCKS = 2_000
const MOST_CANDIDATES = 200
const CREATORS_TOKENS = 50

export async function gatherScan(gather: GatherScan, signal: AbortSignal): Promise<ScanInput> {
  const { store, adapter, token, now } = gather
  if (adapter.security === undefined)
    throw new AppError('source_unavailable', { say: `This version does not scan tokens of ${NETWORKS[token.network].name}.` })
  const at = await adapter.head(signal)
  const info = await adapter.token(token.address, at, signal)
  if (info === null) throw new AppError('token_not_found', { say: `There is no token at ${token.address}.` })
  const [stored, top, storedPools] = await Promise.all([store.read.token(token), topHolders(gather), store.read.pools(token)])
  const found = storedPools.length > 0 ? storedPools : await findPools(gather, info, at, signal)
  const pools = found ?? []
  const onChain = info.creator !== null || stored === null ? info : stored
  const told = onChain.creator === null ? await gather.services.creator(token, signal) : null
  const creator = onChain.creator ?? told?.creator ?? null
  const creatorSource = told?.source ?? onChain.creatorSource
  const poolAddresses = new Set(pools.map(({ address }) => address))
  const people = top.filter(({ address, tags }) => !poolAddresses.has(address) && !tags.some((tag) => NOT_A_MEMBER.has(tag)))
  const question = {
    token: token.address,
    pools,
    holders: people.slice(0, REPLAYED).map(({ address }) => address),
    creator,
    createdBlock: info.createdBlock ?? stored?.createdBlock ?? null,
    source: gather.services.source(token.network) ?? undefined,
  }
  const [facts, native, creatorHolding, origin, creatorTokens] = await Promise.all([
    adapter.security(question, at, signal),
    gather.nativeNow(token.network),
    creator === null ? Promise.resolve([]) : adapter.balances(token.address, [creator], at, signal),
    originOf(gather, stored !== null),
    creator === null ? Promise.resolve(null) : tokensOf(gather, creator),
  ])
  const offChain = await readElsewhere(gather, facts.details, signal)
  const liquidity = found === null || facts.liquidity === null ? null : valued(token.network, facts.liquidity, native?.usd ?? null)
  const notes = [
    ...facts.partial,
    ...(stored === null ? ['Holders and links of this token have not been read yet.'] : []),
    ...(found === null ? ['Pools could not be looked for far enough to say that there are none: read the token first.'] : []),
  ]
  return {
    token: { ...info, creator, creatorSource, createdAt: info.createdAt ?? stored?.createdAt ?? null, createdBlock: question.createdBlock },
    facts: { ...facts, partial: notes, liquidity },
    holders: {
      top: top.map((line) => (poolAddresses.has(line.address) ? { ...line, tags: withPool(line.tags) } : line)),
      count: stored?.holderCount ?? null,
    },
    origin,
    creatorRaw: creatorHolding[0]?.raw ?? null,
    creatorTokens,
    socials: offChain.socials,
    logo: info.logo ?? stored?.logo ?? offChain.logo,
    now,
  }
}

/** Values of the quote sides, where the quote token is a dollar coin or the chain's own. */
const valued = (network: NetworkId, pools: readonly PoolLiquidity[], nativeUsd: number | null): PoolLiquidity[] =>
  pools.map((pool) => ({ ...pool, quoteUsd: pool.quoteUsd ?? usdOf(network, pool.quote, pool.quoteRaw, nativeUsd) }))

/** Logo and links that a token keeps elsewhere, where the owner allows it and the place gives them. */
async function readElsewhere({ offChain }: GatherScan, details: SecurityFacts['details'], signal: AbortSignal): Promise<OffChain> {
  const uri = details.family === 'solana' ? details.uri : null
  const place = uri === null ? null : metadataPlace(uri)
  if (place === null) return NOTHING_OFF_CHAIN
  if (place.kind === 'inline') return readOffChain(place.bytes)
  if (!offChain.given()) return NOTHING_OFF_CHAIN
  try {
    return readOffChain(await fetchPublic(place.url, signal))
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    return NOTHING_OFF_CHAIN
  }
}

const withPool = (tags: readonly Label[]): Label[] => LABELS.filter((label) => label === 'liquidity_pool' || tags.includes(label))

async function topHolders({ store, token }: GatherScan): Promise<HolderLine[]> {
  const holdings = await store.read.holders({ token, limit: TOP_HOLDERS })
  const labels = await store.read.labels({ network: token.network, addresses: holdings.map(({ address }) => address) })
  return holdings.map(({ address, raw }) => ({ address, raw, tags: labels.filter((row) => row.address === address).flatMap(({ tags }) => tags) }))
}

/**
 * Pools of a token that was never read: by the factories that are known, then among those it moved through lately. null where
 * none was found and the search did not reach back to the token's birth, or failed: that is no word about liquidity.
 */
async function findPools({ adapter, token }: GatherScan, info: TokenInfo, at: BlockRef, signal: AbortSignal): Promise<Pool[] | null> {
  try {
    if (adapter.holderSource === 'listed') {
      const pools: Pool[] = []
      for await (const page of adapter.pools(token.address, info.createdBlock ?? 0, at.number, signal)) pools.push(...page.rows)
      return pools
    }
    const from = Math.max(info.createdBlock ?? 0, at.number - RECENT_BLOCKS)
    const met = new Set<TokenKey['address']>()
    for await (const page of adapter.transfers(token.address, from, at.number, signal)) {
      for (const { from: giver, to } of page.rows) met.add(giver).add(to)
      if (met.size >= MOST_CANDIDATES) break
    }
    const pools = await adapter.poolsAmong(token.address, [...met].slice(0, MOST_CANDIDATES), at, signal)
    return pools.length === 0 && from > (info.createdBlock ?? 0) ? null : pools
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError)) throw error
    return null
  }
}

/** Shares of linked, early and inside wallets, where the token has been read. */
async function originOf({ engine, token }: GatherScan, known: boolean): Promise<ScanInput['origin']> {
  const overview = known ? await engine.record(token, 'overview') : null
  if (overview === null) return { clusterPct: null, bundlersPct: null, insidersPct: null, snipersPct: null }
  const { cluster_pct, bundlers_pct, insiders_pct, dev_pct, snipers_pct } = overview.value
  return { clusterPct: cluster_pct, bundlersPct: bundlers_pct, insidersPct: insiders_pct + dev_pct, snipersPct: snipers_pct }
}

/** Other tokens of the same creator in our own store. One that no scan says is without liquidity counts as alive; only one that was traded can have lost it. */
async function tokensOf({ store, token }: GatherScan, creator: string): Promise<ScanInput['creatorTokens']> {
  const all = await store.read.tokens({ q: null, limit: 200 })
  const others = all
    .filter((one) => one.network === token.network && one.creator === creator && one.address !== token.address)
    .slice(0, CREATORS_TOKENS)
  const scans = await Promise.all(others.map((one) => store.read.scan({ token: one, back: 0 })))
  const dead = others.filter((_, i) => scans[i]?.detail?.findings.some(({ id }) => id === 'no_liquidity') ?? false)
  const rugged = dead.filter(({ tradeCount }) => tradeCount > 0)
  return { made: others.length, rugged: rugged.map(({ address }) => address), alive: others.length - dead.length }
}
