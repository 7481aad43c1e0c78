import { FIREHOSE } from '../../../src-shared/contract/streams.ts'
import { isPoolId, trustedAddress, type Address, type TokenKey } from '../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import type { Bus } from '../../bus/interface.ts'
import { AppError } from '../../lib/app-error.ts'
import { unlessAborted } from '../../lib/unless-aborted.ts'
import type { Store } from '../../store/interface.ts'
import type { Adapters } from '../adapters.ts'
import type { Follow, ReadBlocks, Since, TradesWatch } from './interface.ts'
import type { WholeMember, WholeNetworks } from './whole-network.ts'

export interface TradesWatchDeps {
  readonly store: Store
  readonly bus: Bus
  readonly adapters: Adapters
  readonly follow: Pick<Follow, 'watch' | 'state'>
  readonly networks: Pick<WholeNetworks, 'join'>
  /** Finds the token whose blocks contain all trades of an address. Null if no token's do. */
  readonly findToken?: (network: NetworkId, address: Address, signal: AbortSignal) => Promise<Address | null>
}

/** What a subscription follows: a token, or as a member the whole network. */
type Followed = { readonly token: TokenKey } | { readonly member: WholeMember }

/** Follows the token whose blocks have all trades of an address, else the whole network (docs/api/streams.md#coverage). */
export function watchTrades(deps: TradesWatchDeps, network: NetworkId, address: string): TradesWatch {
  const abort = new AbortController()
  let followed: Followed | null = null
  let notBefore = 0
  const keep = (one: Followed): Followed => {
    followed = one
    if ('member' in one) onAbort(abort.signal, () => one.member.leave())
    return one
  }
  const begun = begin(deps, network, address, abort.signal, keep)
  // A subscriber that left early does not await the result, so its rejection is handled here.
  begun.catch(() => undefined)
  const whole = (): WholeMember | null => (followed !== null && 'member' in followed ? followed.member : null)
  return {
    isWhole: () => (followed === null ? null : whole() !== null),
    wholeFrom() {
      const first = whole()?.first() ?? null
      return first === null ? null : Math.max(first, notBefore)
    },
    sent(block) {
      notBefore = Math.max(notBefore, block + 1)
    },
    async covered() {
      const one = await begun
      if ('member' in one) return { token: null, fromBlock: Math.max(await unlessAborted(abort.signal, one.member.next()), notBefore) }
      return { token: one.token.address, fromBlock: await nextBlockOnceLive(deps, one.token, abort.signal) }
    },
    async missed(since) {
      const one = await begun
      return 'member' in one ? missedOf(deps, network, one.member, since) : null
    },
    stop: () => abort.abort(notFollowed('The subscription has ended.')),
  }
}

/** @param keep called with what is followed as soon as that is known */
async function begin(
  deps: TradesWatchDeps,
  network: NetworkId,
  address: string,
  signal: AbortSignal,
  keep: (followed: Followed) => Followed,
): Promise<Followed> {
  deps.adapters.get(network)
  if (address === FIREHOSE) return keep({ member: deps.networks.join(network) })
  const find = deps.findToken ?? ((...wanted) => findToken(deps, ...wanted))
  const found = await find(network, trustedAddress(address), signal)
  signal.throwIfAborted()
  if (found === null) return keep({ member: deps.networks.join(network) })
  const token = { network, address: found }
  onAbort(signal, deps.follow.watch(token))
  return keep({ token })
}

async function missedOf({ store }: TradesWatchDeps, network: NetworkId, member: WholeMember, since: Since): Promise<ReadBlocks> {
  if ('position' in since) return member.missedAfter(since.position)
  if ('time' in since) return member.missedSince(since.time)
  const { trades, rows } = await store.read.tradesAfter({ network, subject: null, after: since.row - 1, limit: 1 })
  const [trade] = trades
  if (trade === undefined || rows[0] !== since.row)
    throw new AppError('validation_error', { message: 'The trade in "since" no longer exists. Use a time instead.' })
  return member.missedAfter({ ...trade.position, leg: trade.leg, hash: null })
}

function onAbort(signal: AbortSignal, then: () => void): void {
  if (signal.aborted) then()
  else signal.addEventListener('abort', then, { once: true })
}

/** The address itself if it is a token, else the token of the pool at the address. Null if no token has all its trades. */
export async function findToken(
  { store, adapters }: Pick<TradesWatchDeps, 'store' | 'adapters'>,
  network: NetworkId,
  address: Address,
  signal: AbortSignal,
): Promise<Address | null> {
  const stored = await findStoredToken(store, network, address)
  if (stored !== null) return stored
  // The tokens of a pool cannot be looked up by a pool id.
  if (isPoolId(network, address)) return null
  const adapter = adapters.get(network)
  const head = await adapter.head(signal)
  // A pool comes first because many pools are also tokens: the tokens of their shares.
  const tokens = (await adapter.poolTokens?.(address, head, signal)) ?? null
  if (tokens?.[0] !== undefined) return tokens[0]
  // Both coins can be common quote tokens, whose blocks are most of the network.
  if (tokens !== null) return null
  return (await adapter.token(address, head, signal)) === null ? null : address
}

/** Like `findToken`, among the stored tokens and pools. */
export async function findStoredToken(store: Store, network: NetworkId, address: Address): Promise<Address | null> {
  if ((await store.read.token({ network, address })) !== null) return address
  for (const token of await store.read.poolTokens({ network, address })) {
    if ((await store.read.token({ network, address: token })) !== null) return token
  }
  return null
}

/** Waits until the token is live. Returns the first block whose trades were not emitted yet. */
async function nextBlockOnceLive({ store, bus, follow }: TradesWatchDeps, token: TokenKey, signal: AbortSignal): Promise<number> {
  const { promise: isLive, resolve, reject } = Promise.withResolvers<null>()
  const check = (): void => {
    const { state, message } = follow.state(token)
    if (state === 'live') resolve(null)
    // Off without a message: the follower was closed, or the last subscriber left.
    if (state === 'off') reject(notFollowed(message ?? 'Following this token has ended.'))
  }
  const states = bus.subscribe('follow', check, token)
  try {
    check()
    await unlessAborted(signal, isLive)
  } finally {
    states.stop()
  }
  const last = follow.state(token).last_block ?? (await store.read.token(token))?.asOfBlock
  if (last === null || last === undefined) throw new Error('a live token has a newest stored block')
  return last + 1
}

/** Unlike a source that does not answer, nothing changes this until the owner acts. */
const notFollowed = (message: string): AppError => new AppError('conflict', { message })
