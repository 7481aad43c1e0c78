import type { AddressLabel } from '../../../src-shared/domain/labels.ts'
import type { Trade } from '../../../src-shared/domain/events.ts'
import type { Page } from '../../chains/adapter.ts'
import { AppError } from '../../lib/app-error.ts'
import type { FaultKind } from '../../chains/rpc/node-fault.ts'
import { readAccountKinds } from './accounts.ts'
import { wantedRange, type ReadContext } from './stage.ts'

/** Further facts about a launch: tips to block builders in the same transactions, and which blocks were produced. */

/** The category that label lists give to accounts that receive tips. */
const TIP_CATEGORY = 'mev_tip'
const BUILDERS = 'paid in the blocks of a launch'
/** How many blocks before the first trade its pool may have been created, and how many blocks after it the launch rules count. */
const BLOCKS_BEFORE = 150
const BLOCKS_AFTER = 40

/** Whether a block is after those whose tips matter. */
export async function isAfterLaunch({ store, token }: Pick<ReadContext, 'store' | 'token'>, block: number): Promise<boolean> {
  const [first] = await store.read.tokenTrades({ token, limit: 1 })
  return first !== undefined && block > first.position.block + BLOCKS_AFTER
}

/** Stores the tips among the payments of a page of trades. Where the page has no payments, its range is not marked as read. */
export async function saveTips(
  { store, token }: Pick<ReadContext, 'store' | 'token'>,
  { from, to, payments }: Pick<Page<Trade>, 'from' | 'to' | 'payments'>,
  covers: boolean,
): Promise<void> {
  if (payments === undefined) return
  const addresses = [...new Set(payments.map((payment) => payment.to))]
  const labels = addresses.length === 0 ? [] : await store.read.labels({ network: token.network, addresses })
  const accounts = new Set(labels.filter(({ category }) => category === TIP_CATEGORY).map(({ address }) => address))
  const rows = payments.filter((payment) => accounts.has(payment.to))
  await store.write.saveTips({ token, rows, covers: covers ? { from, to } : null })
}

/** As `bundler.launch_window_blocks`: buys this many blocks after the first one are still one activity. */
const TIPPED_BLOCKS = 20
const MAX_LAUNCH_TRADES = 5_000

/**
 * Reads the payments to block builders in the blocks of the first trades, if the pages of trades do not contain them. A read during the launch covers
 * only its first blocks, so later reads continue. Builders are stored as services, because everyone who wants a bundle pays them.
 */
async function readBuilderPayments(context: ReadContext): Promise<void> {
  const { store, adapter, token, signal } = context
  const launch = adapter.builderPayments === undefined ? null : await findFirstTrades(context)
  if (adapter.builderPayments === undefined || launch === null) return
  const { from, last, trades } = launch
  const read = (await store.read.covered({ token, what: 'tips' })).find((range) => range.from <= from && range.to >= from)
  if (read !== undefined && read.to >= last) return
  const blocks = new Set(trades.map(({ position }) => position.block).filter((block) => read === undefined || block > read.to))
  if (blocks.size === 0) return store.write.saveTips({ token, rows: [], covers: { from, to: last } })
  const paid = await adapter.builderPayments([...blocks], signal)
  if (paid === null) return
  const { network } = token
  const rows = paid.builders.map((address): AddressLabel => ({
    address,
    name: 'Block builder',
    tags: ['wallet'],
    category: TIP_CATEGORY,
    linkPolicy: 'hub',
    source: BUILDERS,
  }))
  if (rows.length > 0) await store.write.saveLabels({ network, source: BUILDERS, rows })
  await store.write.saveTips({ token, rows: paid.rows, covers: { from, to: last } })
}

interface FirstTrades {
  /** The first block in which the token exists. */
  readonly from: number
  readonly last: number
  readonly trades: readonly Trade[]
}

/** Trades up to `TIPPED_BLOCKS` after the launch. Null if earlier ones may be missing. */
async function findFirstTrades(context: ReadContext): Promise<FirstTrades | null> {
  const { store, token } = context
  const [first] = await store.read.tokenTrades({ token, limit: 1 })
  if (first === undefined) return null
  const { from } = await wantedRange(context)
  const opened = await store.read.tradingSwitch(token)
  // The first block in which anyone could buy, or the block of the first trade.
  const start = Math.max(first.position.block, opened === null || opened === 'none' ? 0 : opened.block)
  const read = (await store.read.covered({ token, what: 'trades' })).find((range) => range.from <= from && range.to >= start)
  if (read === undefined) return null
  const last = Math.min(read.to, start + TIPPED_BLOCKS)
  const trades = (await store.read.tokenTrades({ token, limit: MAX_LAUNCH_TRADES })).filter(({ position }) => position.block <= last)
  return { from, last, trades }
}

/** Reads the gas settings and fees of the first buys that are not stored yet, each block once. */
async function readLaunchTransactions(context: ReadContext): Promise<void> {
  const { store, adapter, token, signal } = context
  const launch = adapter.launchTransactions === undefined ? null : await findFirstTrades(context)
  if (adapter.launchTransactions === undefined || launch === null) return
  const known = new Set((await store.read.launchTransactions(token)).map(({ tx }) => tx))
  // The gas settings of a bundle of user operations are the bundler's.
  const buys = launch.trades.filter(({ tx, tokenOut, account }) => tokenOut.token === token.address && account === undefined && !known.has(tx))
  if (buys.length === 0) return
  const rows = await adapter.launchTransactions(
    buys.map(({ tx, position: { block } }) => ({ tx, block })),
    signal,
  )
  await store.write.saveLaunchTransactions({ token, rows })
}

/** Upper bound of contracts per launch whose deployers are searched for, with up to 30 calls each. */
const MAX_DEPLOYED = 10

/**
 * Reads the owners of the contracts among the first buyers, and the deployers of contracts that name no owner. Owners are read again each time,
 * deployers once.
 */
async function readBuyingContracts(context: ReadContext): Promise<void> {
  const { store, adapter, token, head, signal } = context
  const launch = adapter.contractOwners === undefined ? null : await findFirstTrades(context)
  if (adapter.contractOwners === undefined || launch === null) return
  const buyers = launch.trades.flatMap(({ receiver, tokenOut }) => (receiver === null || tokenOut.token !== token.address ? [] : [receiver]))
  const kinds = await readAccountKinds(context, buyers)
  const labels = await store.read.labels({ network: token.network, addresses: [...kinds.keys()] })
  const listed = new Set(labels.map(({ address }) => address))
  const contracts = [...kinds].flatMap(([address, kind]) => (kind === 'contract' && !listed.has(address) ? [address] : []))
  const owned = await adapter.contractOwners(contracts, head, signal)
  const named = new Set(owned.map(({ contract }) => contract))
  const deployed = new Map((await store.read.contractOwners(token)).flatMap((row) => (row.deployerNonce === null ? [] : [[row.contract, row]])))
  const unnamed = contracts.filter((contract) => !named.has(contract))
  const unknown = unnamed.filter((contract) => !deployed.has(contract)).slice(0, MAX_DEPLOYED)
  const found = (await adapter.contractDeployers?.(unknown, head, signal)) ?? []
  await store.write.saveContractOwners({
    token,
    contracts,
    rows: [...owned, ...unnamed.flatMap((contract) => deployed.get(contract) ?? []), ...found],
  })
}

/** Reads what the launch rules need besides the trades. */
export async function readLaunchFacts(context: ReadContext): Promise<void> {
  await readProducedBlocks(context)
  await readTradingSwitch(context)
  await readBuilderPayments(context)
  await readLaunchTransactions(context)
  await readBuyingContracts(context)
}

/**
 * Faults of an endpoint that keeps no old state, or does not simulate calls from a pool. Without its answer, it stays unknown whether there is a
 * switch.
 */
const CANNOT_TELL: ReadonlySet<unknown> = new Set<FaultKind>(['no_state', 'unsupported', 'refused', 'too_large'])

/** Reads since when anyone could buy, if the owner switched trading on. Requires that all earlier trades were read. */
async function readTradingSwitch(context: ReadContext): Promise<void> {
  const { store, adapter, token, head, signal } = context
  const [first] = await store.read.tokenTrades({ token, limit: 1 })
  if (adapter.tradingSwitch === undefined || first === undefined || (await store.read.tradingSwitch(token)) !== null) return
  const { from } = await wantedRange(context)
  const covered = await store.read.covered({ token, what: 'trades' })
  const pool = (await store.read.pools(token)).find(({ address }) => address === first.pool)
  if (pool === undefined || !covered.some((range) => range.from <= from && range.to >= first.position.block)) return
  const query = { token: token.address, pool, firstSwap: first.position.block, since: from }
  try {
    const found = await adapter.tradingSwitch(query, head, signal)
    if (found !== null) await store.write.saveTradingSwitch({ token, found })
  } catch (error) {
    if (!(error instanceof AppError) || !CANNOT_TELL.has(error.facts['kind'])) throw error
  }
}

/**
 * Reads which slots around the first trade have a block, on chains with empty slots. A read during the launch ends before the last of them, so later
 * reads continue. Requires that all earlier trades were read.
 */
async function readProducedBlocks(context: ReadContext): Promise<void> {
  const { store, adapter, token, head, signal } = context
  const [first] = await store.read.tokenTrades({ token, limit: 1 })
  if (first === undefined) return
  const { block } = first.position
  const stored = await store.read.producedBlocks(token)
  // Stored blocks end at the head of the read, or before it if its slot is empty.
  if (stored !== null && (stored.at(-1) ?? 0) >= Math.min(head.number, block + BLOCKS_AFTER)) return
  const { from } = await wantedRange(context)
  const covered = await store.read.covered({ token, what: 'trades' })
  if (!covered.some((range) => range.from <= from && range.to >= block)) return
  const blocks = await adapter.producedBlocks(Math.max(0, block - BLOCKS_BEFORE), Math.min(head.number, block + BLOCKS_AFTER), signal)
  if (blocks !== null && blocks.length > 0) await store.write.saveProducedBlocks({ token, blocks })
}
