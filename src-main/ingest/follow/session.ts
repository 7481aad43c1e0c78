import { trustedAddress, type Address, type TokenKey } from '../../../src-shared/domain/address.ts'
import type { Trade } from '../../../src-shared/domain/events.ts'
import type { Holding } from '../../../src-shared/domain/token.ts'
import { sumRaw } from '../../../src-shared/domain/amount.ts'
import type { ChainAdapter, LiveUpdate } from '../../chains/adapter.ts'
import { inTurns } from '../../lib/in-turns.ts'
import type { Store } from '../../store/interface.ts'
import { withSupplyNote } from '../stages/holder-checks.ts'
import { isAfterLaunch, saveTips } from '../stages/launch-facts.ts'
import { readStaleWallets, rollBack, rollBackReverted, saveStaleWallets, type RolledBack } from '../stages/reverted-blocks.ts'
import { pickTrades } from '../stored-trades.ts'
import type { NewWallets } from './new-wallets.ts'

type Blocks = Extract<LiveUpdate, { kind: 'blocks' }>
type Status = Omit<Extract<LiveUpdate, { kind: 'state' }>, 'kind'>

export interface SessionArgs {
  readonly store: Store
  readonly adapter: ChainAdapter
  readonly token: TokenKey
  readonly signal: AbortSignal
  readonly newWallets: NewWallets
  /** Adds USD values to trades before they are stored. */
  price(trades: readonly Trade[]): Promise<Trade[]>
  /** Called after blocks up to `to` were stored. `trades` are the new ones, `rows` the ids of their rows. */
  onStored(blocks: { readonly to: number; readonly trades: readonly Trade[]; readonly rows: readonly number[] }): void
  /** Called after the chain reverted blocks and their facts were removed. */
  onRolledBack(rolledBack: RolledBack): void
  onStatus(status: Status): void
}

/**
 * Stores the updates of a token from the block after its newest stored one, until the signal aborts or the adapter throws. Each update is stored
 * completely before the next is read.
 */
export async function runSession(args: SessionArgs): Promise<void> {
  try {
    await storeUpdates(args)
  } finally {
    await args.newWallets.stop()
  }
}

async function storeUpdates(args: SessionArgs): Promise<void> {
  const { store, adapter, token, signal, newWallets } = args
  const reverted = await rollBackReverted(store, adapter, token, signal)
  if (reverted !== null) args.onRolledBack(reverted)
  const stale = await readStaleWallets(store, token)
  let isStale = stale.length > 0
  let isLaunch = true
  let isLive = false
  const known = await store.read.token(token)
  if (known === null || known.asOfBlock === null) throw new Error('a token can be followed only after it was read')
  const pools = await store.read.pools(token)
  for await (const update of adapter.follow({ token: token.address, team: known, pools, from: known.asOfBlock + 1, stale }, signal)) {
    if (signal.aborted) return
    if (update.kind === 'state') {
      isLive = update.state === 'live'
      args.onStatus(update)
    } else if (update.kind === 'withdrawn') {
      // What it reads may be in the reverted blocks.
      await newWallets.stop()
      args.onRolledBack(await rollBack(store, token, update.from))
      isStale = true
      isLaunch = true
    } else {
      isLaunch &&= !(await isAfterLaunch(args, update.from))
      await storeBlocks(args, await withListed(args, update), isLaunch)
      if (isStale) await saveStaleWallets(store, token, [])
      isStale = false
      if (isLive) newWallets.startPass()
    }
  }
}

/** Adds what a new list of all holders changes: balances that differ from the stored ones, and zero for those that are no longer in it. */
async function withListed({ store, token }: SessionArgs, update: Blocks): Promise<Blocks> {
  if (update.holders === undefined) return update
  const stored = new Map<Address, bigint>()
  await inTurns(await store.read.balances(token), ({ address, raw }) => void stored.set(trustedAddress(address), raw))
  // Their stored balances are about to move.
  const moved = new Set(update.transfers.flatMap(({ from, to }) => [from, to]))
  const listed = new Set<Address>()
  const changed: Holding[] = []
  await inTurns(update.holders, (holding) => {
    listed.add(holding.address)
    if (stored.get(holding.address) !== holding.raw || moved.has(holding.address)) changed.push(holding)
  })
  const gone: Holding[] = []
  await inTurns([...stored.keys(), ...moved], (address) => {
    if (!listed.has(address)) gone.push({ address, raw: 0n, verified: true })
  })
  return { ...update, balances: [...update.balances, ...gone, ...changed] }
}

/**
 * Account kinds are stored before the blocks: no stored row names these accounts yet, so their kinds make no record stale. The blocks are stored even
 * if reading the kinds fails. Tips are stored during the launch only: they make the records of all tokens of the network stale.
 */
async function storeBlocks(args: SessionArgs, update: Blocks, isLaunch: boolean): Promise<void> {
  const priced = args.price(update.trades)
  // A rejection is handled at the `await`.
  priced.catch(() => undefined)
  try {
    const payments = isLaunch ? update.payments?.() : undefined
    if (payments !== undefined) await saveTips(args, { from: update.from, to: update.to, payments }, true)
    await saveNewAccountKinds(args, update)
  } finally {
    const { store, token } = args
    const { kind: _kind, payments: _payments, holders: _holders, ...rest } = update
    const blocks = { ...rest, trades: await priced }
    const added = await store.write.saveBlocks({ token, blocks })
    if (args.adapter.holderSource === 'replayed') await noteSupply(args, update)
    args.onStored({ to: update.to, trades: pickTrades(blocks.trades, added), rows: added.ids })
  }
}

const LARGEST = 100

/** Keeps true what the notes say about the supply, because the code of a token may report any supply and any balance. */
async function noteSupply({ store, token }: SessionArgs, { supply, balances }: Blocks): Promise<void> {
  if (supply === null && balances.length === 0) return
  const stored = await store.read.token(token)
  if (stored === null || (supply === null && balances.every(({ raw }) => raw <= stored.totalSupply))) return
  const held = sumRaw((await store.read.holders({ token, limit: LARGEST })).map(({ raw }) => raw))
  const notes = withSupplyNote(stored.notes, held, stored.totalSupply)
  if (notes.join('\n') !== stored.notes.join('\n')) await store.write.saveNotes({ token, notes })
}

/** Reads whether accounts that are new to the store are wallets or contracts, which distinguishes hubs from wallets. */
async function saveNewAccountKinds({ store, adapter, token: { network }, signal }: SessionArgs, update: Blocks): Promise<void> {
  const addresses = [
    ...new Set<Address>([...update.transfers.flatMap(({ from, to }) => [from, to]), ...update.balances.map(({ address }) => address)]),
  ]
  if (addresses.length === 0) return
  const known = new Set((await store.read.accounts({ network, addresses })).map(({ address }) => address))
  const added = addresses.filter((address) => !known.has(address))
  if (added.length === 0) return
  const kinds = await adapter.accountKinds(added, { number: update.to, hash: '', time: update.time ?? 0 }, signal)
  await store.write.saveAccounts({ network, rows: [...kinds].map(([address, kind]) => ({ address, kind })) })
}
