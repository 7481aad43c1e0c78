import type { BundleReason } from './bundle-reasons.ts'
import { BUNDLE_REASON_ORDER } from './bundle-reasons.ts'
import type { Buy } from './flows.ts'
import { unsupported, type Launch } from './launch.ts'
import { compareBig, compareText, pushTo } from './order.ts'
import type { Study } from './study.ts'

export interface Bundler {
  readonly address: string
  /** In the order of the contract. */
  readonly reasons: readonly BundleReason[]
  /** Earliest block of the activity. */
  readonly block: number
}

/**
 * Wallets that bought together (engine.md §4). `same_tx` needs only the transaction; reasons tied to the launch need the
 * first DEX event. Groups by place in the block and shared tips are not looked for: what they need is not stored.
 */
export function detectBundlers(study: Study, launch: Launch): Bundler[] {
  if (unsupported(study, 'bundlers')) return []
  const buys = study.flows.buys.filter(
    ({ wallet, signer }) => wallet !== study.facts.token.creator && !study.isHub(wallet) && (signer === null || !study.isHub(signer)),
  )
  const found = new Map<string, { reasons: Set<BundleReason>; block: number }>()
  const add = (reason: BundleReason, members: readonly Buy[]): void => {
    for (const { wallet, position } of members) {
      const before = found.get(wallet)
      if (before === undefined) found.set(wallet, { reasons: new Set([reason]), block: position.block })
      else {
        before.reasons.add(reason)
        before.block = Math.min(before.block, position.block)
      }
    }
  }
  for (const members of groupBy(buys, ({ tx }) => tx)) if (wallets(members) >= study.rules.bundler.min_wallets_same_tx) add('same_tx', members)
  if (launch.known) {
    const early = buys.filter(
      ({ position }) => position.block >= launch.block && position.block <= launch.block + study.rules.bundler.launch_window_blocks,
    )
    add(
      'same_slot_as_pool',
      early.filter(({ position }) => position.block === launch.block),
    )
    for (const members of sameAmounts(study, early)) add('same_amount', members)
    for (const members of sameFunder(study, early)) add('same_funder', members)
  }
  return [...found]
    .filter(([, { reasons }]) => isFlagged(reasons))
    .sort(([a], [b]) => compareText(a, b))
    .map(([address, { reasons, block }]) => ({ address, reasons: BUNDLE_REASON_ORDER.filter((reason) => reasons.has(reason)), block }))
}

/** `same_tx` alone; or a shared funder or amount with any other reason. Timing by itself never. */
function isFlagged(reasons: ReadonlySet<BundleReason>): boolean {
  return reasons.has('same_tx') || (reasons.size >= 2 && (reasons.has('same_funder') || reasons.has('same_amount')))
}

function groupBy<T>(rows: readonly T[], key: (row: T) => string): T[][] {
  const groups = new Map<string, T[]>()
  for (const row of rows) pushTo(groups, key(row), row)
  return [...groups.values()]
}

const wallets = (members: readonly Buy[]): number => new Set(members.map(({ wallet }) => wallet)).size

/** Three or more buys of one block or its next, equal in spend or tokens; amounts that trading apps preset are left out. */
function sameAmounts(study: Study, early: readonly Buy[]): Buy[][] {
  const { bundler } = study.rules
  const round = new Set(bundler.round_native.map((units) => BigInt(Math.round(units * 1e6)) * 10n ** BigInt(study.nativeDecimals - 6)))
  const blocks = [...new Set(early.map(({ position }) => position.block))]
  return blocks.flatMap((block) => {
    const near = early.filter(({ position }) => position.block === block || position.block === block + 1)
    const nativeBuys = near.filter(({ spent }) => spent !== null && !round.has(spent))
    const tokenBuys = near.filter(({ spent }) => spent === null || !round.has(spent))
    return [
      ...runs(nativeBuys, ({ spent }) => spent ?? 0n, bundler.same_amount_tolerance),
      ...runs(tokenBuys, ({ raw }) => raw, bundler.same_amount_tolerance),
    ].filter((members) => wallets(members) >= bundler.same_amount_min_buys)
  })
}

function runs(buys: readonly Buy[], amount: (buy: Buy) => bigint, tolerance: number): Buy[][] {
  const groups: Buy[][] = []
  for (const buy of [...buys].sort((x, y) => compareBig(amount(x), amount(y)) || compareText(x.wallet, y.wallet))) {
    const group = groups.at(-1)
    const least = group?.[0]
    if (group !== undefined && least !== undefined && amount(buy) * 1_000_000n <= amount(least) * BigInt(Math.round((1 + tolerance) * 1e6)))
      group.push(buy)
    else groups.push([buy])
  }
  return groups
}

/** Buyers whom one ordinary wallet paid within the set time before they bought. */
function sameFunder(study: Study, early: readonly Buy[]): Buy[][] {
  const byFunder = new Map<string, Buy[]>()
  for (const buy of early) {
    const payers = new Set<string>()
    for (const { from, time } of study.paymentsTo.get(buy.wallet) ?? []) {
      const before = time === null || buy.time === null ? null : buy.time - time
      if (before !== null && before >= 0 && before <= study.rules.bundler.same_funder_seconds && from !== buy.wallet && !study.isHub(from))
        payers.add(from)
    }
    for (const payer of payers) pushTo(byFunder, payer, buy)
  }
  return [...byFunder.values()].filter((members) => wallets(members) >= 2)
}
