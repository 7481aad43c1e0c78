import { FIREHOSE } from '../../../src-shared/contract/streams.ts'
import { formatTokenKey, trustedAddress, type Address, type TokenKey } from '../../../src-shared/domain/address.ts'
import { NETWORKS, type NetworkId } from '../../../src-shared/networks.ts'
import { AppError } from '../../lib/app-error.ts'
import type { Store } from '../../store/interface.ts'
import type { Adapters } from '../adapters.ts'
import type { Follow, TradesCovered, TradesWatch } from './interface.ts'

export interface TradesWatchDeps {
  readonly store: Store
  readonly adapters: Adapters
  readonly follow: Pick<Follow, 'watch' | 'state' | 'onState'>
}

/** Follows the token whose blocks have all trades of an address (docs/api/streams.md#coverage). */
export function watchTrades(deps: TradesWatchDeps, network: NetworkId, address: string): TradesWatch {
  const abort = new AbortController()
  const covered = follow(deps, network, address, abort.signal)
  // A subscriber that left before the answer does not wait for it.
  covered.catch(() => undefined)
  return { covered, stop: () => abort.abort() }
}

async function follow(deps: TradesWatchDeps, network: NetworkId, address: string, signal: AbortSignal): Promise<TradesCovered> {
  deps.adapters.get(network)
  if (address === FIREHOSE)
    throw notFollowed(`Not every trade on ${NETWORKS[network].name} can be followed yet; ALL sends the trades of followed tokens.`)
  const token = { network, address: await findToken(deps, network, trustedAddress(address), signal) }
  signal.throwIfAborted()
  signal.addEventListener('abort', deps.follow.watch(token), { once: true })
  return { token: token.address, fromBlock: await nextBlockOnceLive(deps, token, signal) }
}

/** The address itself where it is a token, or else the token of the pool at the address. */
async function findToken({ store, adapters }: TradesWatchDeps, network: NetworkId, address: Address, signal: AbortSignal): Promise<Address> {
  if ((await store.read.token({ network, address })) !== null) return address
  for (const token of await store.read.poolTokens({ network, address })) {
    if ((await store.read.token({ network, address: token })) !== null) return token
  }
  const adapter = adapters.get(network)
  const head = await adapter.head(signal)
  // A pool comes first because many pools are tokens too: those of the shares in them.
  const tokens = (await adapter.poolTokens?.(address, head, signal)) ?? null
  if (tokens?.[0] !== undefined) return tokens[0]
  if (tokens !== null) throw notFollowed('Both coins of this pool are usual quote tokens, which are too busy to be followed.')
  if ((await adapter.token(address, head, signal)) !== null) return address
  throw notFollowed('This address is neither a token nor the pool of a known one; its trades are sent only where a followed token is traded.')
}

/** Waits until the token is live. Returns the first block whose trades were not emitted yet. */
async function nextBlockOnceLive({ store, follow }: TradesWatchDeps, token: TokenKey, signal: AbortSignal): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    const check = (): void => {
      const { state, message } = follow.state(token)
      if (state === 'live') resolve()
      // Off without a message: the follower was closed, or the last subscriber left.
      if (state === 'off') reject(notFollowed(message ?? 'Following this token has ended.'))
      if (state === 'live' || state === 'off') leave()
    }
    const leave = follow.onState((changed) => {
      if (formatTokenKey(changed) === formatTokenKey(token)) check()
    })
    signal.addEventListener('abort', () => reject(notFollowed('The subscription has ended.')), { once: true })
    signal.addEventListener('abort', leave, { once: true })
    check()
  })
  const last = follow.state(token).last_block ?? (await store.read.token(token))?.asOfBlock
  if (last === null || last === undefined) throw new Error('a live token has a newest stored block')
  return last + 1
}

const notFollowed = (say: string): AppError => new AppError('source_unavailable', { say })
