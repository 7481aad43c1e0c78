import type { TokenKey } from '../../../src-shared/domain/address.ts'
import { isProvenPool, type Pool } from '../../../src-shared/domain/events.ts'
import { LABELS, NOT_A_MEMBER, type Label } from '../../../src-shared/domain/labels.ts'
import type { TokenInfo } from '../../../src-shared/domain/token.ts'
import { NETWORKS } from '../../../src-shared/networks.ts'
import type { BlockRef, ChainAdapter } from '../../chains/adapter.ts'
import type { SecurityFacts } from '../../chains/security/facts.ts'
import type { Engine } from '../../engine/interface.ts'
import { AppError } from '../../lib/app-error.ts'
import type { HolderLine, ScanInput } from '../../scan/input.ts'
import { fetchPublic, FetchRefused } from '../../lib/public-fetch.ts'
import type { NativeNow } from '../../prices/pricer.ts'
import { metadataPlace, NOTHING_OFF_CHAIN, readOffChain, type OffChain } from '../../scan/off-chain.ts'
import type { Store } from '../../store/interface.ts'
import type { OffChainConsent } from '../settings/off-chain-consent.ts'
import type { Services } from '../services/services.ts'
import { originOf } from './origin.ts'
import { valuePools } from './value-pools.ts'

/** The sources of the input of a scan. */
export interface GatherScan {
  readonly store: Store
  readonly engine: Engine
  readonly adapter: ChainAdapter
  readonly token: TokenKey
  /** The block whose state is read. */
  readonly at: BlockRef
  /** Whether the owner allows fetching off-chain metadata. */
  readonly offChain: Pick<OffChainConsent, 'given'>
  readonly services: Pick<Services, 'source' | 'creator'>
  readonly nativeNow: NativeNow
  /** Unix seconds. */
  readonly now: number
}

const TOP_HOLDERS = 50
/** Holders whose sells are simulated. */
const SIMULATED_SELLERS = 5
/** Most recent blocks whose transfers are searched for pools of unknown factories. */
const RECENT_BLOCKS = 2_000
const MAX_CANDIDATES = 200
const MAX_CREATOR_TOKENS = 50

/** Reads the current security facts from the chain and adds the facts stored about the token. */
export async function gatherScan(gather: GatherScan, signal: AbortSignal): Promise<ScanInput> {
  const { store, adapter, token, at, now } = gather
  if (adapter.security === undefined)
    throw new AppError('source_unavailable', { message: `This version cannot scan tokens on ${NETWORKS[token.network].name}.` })
  const info = await adapter.token(token.address, at, signal)
  if (info === null) throw new AppError('token_not_found', { message: `There is no token at ${token.address}.` })
  const [stored, top, storedPools] = await Promise.all([store.read.token(token), topHolders(gather), store.read.pools(token)])
  const found = storedPools.length > 0 ? storedPools : await findPools(gather, info, at, signal)
  const pools = found ?? []
  const onChain = info.creator !== null || stored === null ? info : stored
  const named = onChain.creator === null ? await gather.services.creator(token, signal) : null
  const creator = onChain.creator ?? named?.creator ?? null
  const creatorSource = named?.source ?? onChain.creatorSource
  const poolAddresses = new Set(pools.filter(isProvenPool).map(({ address }) => address))
  const owners = top.filter(({ address, tags }) => !poolAddresses.has(address) && !tags.some((tag) => NOT_A_MEMBER.has(tag)))
  const question = {
    token: token.address,
    pools,
    holders: owners.slice(0, SIMULATED_SELLERS).map(({ address }) => address),
    creator,
    createdBlock: info.createdBlock ?? stored?.createdBlock ?? null,
    source: gather.services.source(token.network) ?? undefined,
  }
  const [facts, native, creatorHolding, overview, creatorTokens] = await Promise.all([
    adapter.security(question, at, signal),
    gather.nativeNow(token.network),
    creator === null ? Promise.resolve([]) : adapter.balances(token.address, [creator], at, signal),
    stored === null ? null : gather.engine.record(token, 'localOverview'),
    creator === null ? Promise.resolve(null) : otherTokensOf(gather, creator),
  ])
  const offChain = await readOffChainMetadata(gather, facts.details, signal)
  const liquidity = found === null || facts.liquidity === null ? null : valuePools(token.network, facts.liquidity, native?.usd ?? null)
  const notes = [
    ...facts.partial,
    ...(stored === null ? ['Holders and links of this token have not been read yet.'] : []),
    ...(stored?.firstRead?.holdersSeen === true ? ['Holders are those in a sample of the transfers until all are read.'] : []),
    ...(found === null ? ['The search for pools did not reach back far enough to rule them out; read the token first.'] : []),
  ]
  return {
    token: { ...info, creator, creatorSource, createdAt: info.createdAt ?? stored?.createdAt ?? null, createdBlock: question.createdBlock },
    facts: { ...facts, partial: notes, liquidity },
    holders: {
      top: top.map((line) => (poolAddresses.has(line.address) ? { ...line, tags: withPool(line.tags) } : line)),
      count: stored?.holderCount ?? null,
      ...(stored?.firstRead?.balancesHidden === true ? { areHidden: true } : {}),
    },
    origin: originOf(overview),
    creatorRaw: creatorHolding[0]?.raw ?? null,
    creatorTokens,
    socials: offChain.socials,
    logo: info.logo ?? stored?.logo ?? offChain.logo,
    now,
  }
}

/** The logo and links in the off-chain metadata of a token, if the owner allows fetching it. */
async function readOffChainMetadata({ offChain }: GatherScan, details: SecurityFacts['details'], signal: AbortSignal): Promise<OffChain> {
  const uri = details.family === 'solana' ? details.uri : null
  const location = uri === null ? null : metadataPlace(uri)
  if (location === null) return NOTHING_OFF_CHAIN
  if (location.kind === 'inline') return readOffChain(location.bytes)
  if (!offChain.given()) return NOTHING_OFF_CHAIN
  try {
    return readOffChain(await fetchPublic(location.url, signal))
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
 * Finds the pools of a token that was never read: first those of known factories, then those among the parties of recent transfers. Returns null,
 * because liquidity is then unknown, if it failed, or if it found none without searching back to the creation of the token.
 */
async function findPools({ adapter, token }: GatherScan, info: TokenInfo, at: BlockRef, signal: AbortSignal): Promise<Pool[] | null> {
  try {
    if (adapter.holderSource === 'listed') {
      const pools: Pool[] = []
      for await (const page of adapter.pools(token.address, info.createdBlock ?? 0, at.number, signal)) pools.push(...page.rows)
      return pools
    }
    const from = Math.max(info.createdBlock ?? 0, at.number - RECENT_BLOCKS)
    const parties = new Set<TokenKey['address']>()
    for await (const page of adapter.transfers(token.address, from, at.number, signal)) {
      for (const { from: sender, to } of page.rows) parties.add(sender).add(to)
      if (parties.size >= MAX_CANDIDATES) break
    }
    const pools = await adapter.poolsAmong(
      { token: token.address, candidates: [...parties].slice(0, MAX_CANDIDATES), createdNear: info.createdBlock },
      at,
      signal,
    )
    return pools.length === 0 && from > (info.createdBlock ?? 0) ? null : pools
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError)) throw error
    return null
  }
}

/**
 * Other tokens of the same creator in the store. A token is dead when its last scan found no liquidity, and rugged when it was also traded.
 */
async function otherTokensOf({ store, token }: GatherScan, creator: string): Promise<ScanInput['creatorTokens']> {
  const all = await store.read.tokens({ q: null, limit: Number.MAX_SAFE_INTEGER })
  const others = all
    .filter((one) => one.network === token.network && one.creator === creator && one.address !== token.address)
    .slice(0, MAX_CREATOR_TOKENS)
  const scans = await Promise.all(others.map((one) => store.read.scan({ token: one, back: 0 })))
  const dead = others.filter((_, i) => scans[i]?.detail?.findings.some(({ id }) => id === 'no_liquidity') ?? false)
  const rugged = dead.filter(({ tradeCount }) => tradeCount > 0)
  return { made: others.length, rugged: rugged.map(({ address }) => address), alive: others.length - dead.length }
}
