import type { Address, TokenKey } from '../../../src-shared/domain/address.ts'
import type { Trade } from '../../../src-shared/domain/events.ts'
import type { ChainAdapter, LiveUpdate } from '../../chains/adapter.ts'
import type { Store } from '../../store/interface.ts'

export type Blocks = Extract<LiveUpdate, { kind: 'blocks' }>
export type Standing = Omit<Extract<LiveUpdate, { kind: 'state' }>, 'kind'>

export interface SessionArgs {
  readonly store: Store
  readonly adapter: ChainAdapter
  readonly token: TokenKey
  readonly signal: AbortSignal
  /** Gives trades their value in USD before they are stored. */
  price(trades: readonly Trade[]): Promise<Trade[]>
  stored(blocks: { readonly to: number; readonly trades: readonly Trade[] }): void
  withdrawn(from: number): void
  standing(state: Standing): void
}

/**
 * Stores what the adapter tells of a token, from the block after the newest known one on, until the signal or until the
 * adapter gives up (its fault is thrown). Every block is stored whole before the next is looked at.
 */
export async function runSession(args: SessionArgs): Promise<void> {
  const { store, adapter, token, signal } = args
  const known = await store.read.token(token)
  if (known === null || known.asOfBlock === null) throw new Error('a token is followed only once it was read')
  const pools = await store.read.pools(token)
  for await (const update of adapter.follow({ token: token.address, pools, from: known.asOfBlock + 1 }, signal)) {
    if (signal.aborted) return
    if (update.kind === 'state') args.standing(update)
    else if (update.kind === 'withdrawn') {
      await store.write.withdrawBlocks({ token, from: update.from })
      args.withdrawn(update.from)
    } else await storeBlocks(args, update)
  }
}

/** Kinds come first: of wallets that nothing stored names yet they change nothing that was counted. Without them the blocks are stored all the same. */
async function storeBlocks(args: SessionArgs, update: Blocks): Promise<void> {
  try {
    await nameNewAccounts(args, update)
  } finally {
    const { store, token } = args
    const { kind: _kind, ...rest } = update
    const blocks = { ...rest, trades: await args.price(update.trades) }
    const fresh = await store.write.saveBlocks({ token, blocks })
    args.stored({ to: update.to, trades: fresh.flatMap((place) => blocks.trades[place] ?? []) })
  }
}

/** Whether wallets never met before are people's keys or code: hubs are told from wallets by it. */
async function nameNewAccounts({ store, adapter, token, signal }: SessionArgs, update: Blocks): Promise<void> {
  const met = new Set<Address>(update.transfers.flatMap(({ from, to }) => [from, to]))
  for (const { address } of update.balances) met.add(address)
  if (met.size === 0) return
  const addresses = [...met]
  const known = new Set((await store.read.accounts({ network: token.network, addresses })).map(({ address }) => address))
  const strangers = addresses.filter((address) => !known.has(address))
  if (strangers.length === 0) return
  const kinds = await adapter.accountKinds(strangers, { number: update.to, hash: '', time: update.time ?? 0 }, signal)
  await store.write.saveAccounts({ network: token.network, rows: [...kinds].map(([address, kind]) => ({ address, kind })) })
}
