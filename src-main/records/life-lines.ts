import type { LifeEvent, LifeLines } from '../../src-shared/contract/records/evidence.ts'
import { comparePositions, type Position } from '../../src-shared/domain/position.ts'
import type { TradeFact } from '../../src-shared/domain/events.ts'
import { isBurnAddress } from '../../src-shared/domain/burn-addresses.ts'
import type { Findings } from '../detectors/findings.ts'
import { pushTo } from '../detectors/math/order.ts'
import { measures } from './measures.ts'
import { tradesOfWallets, usdOf } from './trade-usd.ts'

/** Changes of each wallet's balance, one event per transaction: buys, sells, transfers in and out. */

/** Maximum events per wallet. The newest are kept. */
const MAX_EVENTS = 500

/** Net change of one wallet's balance in one transaction. */
interface Change {
  readonly position: Position
  readonly time: number | null
  readonly tx: string
  change: bigint
  swap: boolean
  /** The other side; null if there were several. */
  counterparty: string | null
}

export function lifeLines(findings: Findings, { wallets }: { wallets: readonly string[] }): LifeLines {
  const changes = changesOf(findings, new Set(wallets))
  const trades = Map.groupBy(tradesOfWallets(findings), ({ tx }) => tx)
  return { lines: wallets.map((wallet) => lifeLine(findings, wallet, changes.get(wallet) ?? [], trades)) }
}

function lifeLine(
  findings: Findings,
  address: string,
  changes: readonly Change[],
  trades: ReadonlyMap<string, readonly TradeFact[]>,
): LifeLines['lines'][number] {
  const { units, raw } = measures(findings)
  const balances = balancesAfter(changes, raw(address))
  const bought = findings.index.flows.buys.find(({ wallet }) => wallet === address)
  const events = changes.map((one, i) => {
    const size = one.change < 0n ? -one.change : one.change
    const after = balances[i]
    return {
      time: one.time,
      block: one.position.block,
      kind: kindOf(findings, one),
      amount: units(size),
      balance_after: after === undefined ? null : units(after),
      usd: one.swap ? usdOf(findings, trades.get(one.tx) ?? []) : null,
      counterparty: one.counterparty,
      tx: one.tx,
    }
  })
  return {
    address,
    label: findings.labels.name(address),
    tags: [...findings.labels.tags(address)],
    first_buy: bought === undefined ? null : { block: bought.position.block, time: bought.time, tx: bought.tx, amount: units(bought.raw) },
    events: events.slice(-MAX_EVENTS),
    truncated: events.length > MAX_EVENTS,
  }
}

/** Changes of each wallet in chain order, from the stored transfers of a transaction, else from its swaps. */
function changesOf({ index, facts }: Findings, wanted: ReadonlySet<string>): Map<string, Change[]> {
  const swapped = new Set(index.flows.swaps.map(({ wallet, tx }) => `${wallet} ${tx}`))
  const byTx = new Map<string, Change>()
  const found = new Map<string, Change[]>()
  const add = (
    wallet: string,
    amount: bigint,
    counterparty: string | null,
    { position, time, tx }: Pick<Change, 'position' | 'time' | 'tx'>,
  ): void => {
    if (!wanted.has(wallet)) return
    const key = `${wallet} ${tx}`
    const known = byTx.get(key)
    if (known === undefined) {
      const begun: Change = { position, time, tx, change: amount, swap: swapped.has(key), counterparty }
      byTx.set(key, begun)
      pushTo(found, wallet, begun)
      return
    }
    known.change += amount
    // The token's contract takes a tax beside the transfer, in either order.
    if (known.counterparty === facts.token.address) known.counterparty = counterparty
    else if (known.counterparty !== counterparty && counterparty !== facts.token.address) known.counterparty = null
  }
  const moved = new Set<string>()
  for (const row of index.flows.transfers) {
    if (!wanted.has(row.from) && !wanted.has(row.to)) continue
    moved.add(row.tx)
    add(row.from, -row.raw, row.to, row)
    add(row.to, row.raw, row.from, row)
  }
  const pools = new Map(facts.trades.map(({ tx, pool }) => [tx, pool]))
  for (const row of index.flows.buys) if (!moved.has(row.tx)) add(row.wallet, row.raw, pools.get(row.tx) ?? null, row)
  for (const row of index.flows.sells) if (!moved.has(row.tx)) add(row.wallet, -row.raw, pools.get(row.tx) ?? null, row)
  for (const [wallet, changes] of found) {
    found.set(
      wallet,
      changes.filter(({ change }) => change !== 0n).sort((x, y) => comparePositions(x.position, y.position) || (x.tx < y.tx ? -1 : 1)),
    )
  }
  return found
}

/** Balance after each change, computed backwards from the current balance. Empty if it falls below zero, since movements are missing then. */
function balancesAfter(changes: readonly Change[], now: bigint): bigint[] {
  const after: bigint[] = []
  let balance = now
  for (const { change } of changes.toReversed()) {
    after.push(balance)
    balance -= change
    if (balance < 0n) return []
  }
  return after.reverse()
}

function kindOf({ facts }: Findings, { change, swap, counterparty }: Change): LifeEvent {
  if (swap) return change > 0n ? 'buy' : 'sell'
  const burnAddress = counterparty !== null && isBurnAddress(facts.token.network, counterparty)
  if (change > 0n) return burnAddress ? 'mint' : 'in'
  return burnAddress ? 'burn' : 'out'
}
