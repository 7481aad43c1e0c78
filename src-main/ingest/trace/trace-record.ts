import type { TraceRecord } from '../../../src-shared/contract/records/traces.ts'
import { toUnits } from '../../../src-shared/domain/amount.ts'
import { namesOf } from '../../engine/names.ts'
import type { Carried } from '../../engine/interface.ts'
import type { TraceState } from './run-trace.ts'

const MAX_WALLETS = 2_000
const MAX_PAYMENTS = 5_000

type Found = Pick<
  TraceRecord,
  | 'calls_made'
  | 'out_of_calls'
  | 'traced'
  | 'wallets_read'
  | 'wallets_waiting'
  | 'wallets_total'
  | 'wallets'
  | 'payments_total'
  | 'payments'
  | 'exchanges'
>

export const NOTHING_FOUND: Found = {
  calls_made: 0,
  out_of_calls: false,
  traced: 0,
  wallets_read: 0,
  wallets_waiting: 0,
  wallets_total: 0,
  wallets: [],
  payments_total: 0,
  payments: [],
  exchanges: [],
}

/** The result of a trace as a record. */
export function foundBy({ flow, nodes, labels, callsMade, outOfCalls }: TraceState, decimals: number): Found {
  const names = namesOf(labels)
  const units = ({ fifo, proportional }: Carried) => ({ fifo: toUnits(fifo, decimals), proportional: toUnits(proportional, decimals) })
  return {
    calls_made: callsMade,
    out_of_calls: outOfCalls,
    traced: toUnits(flow.traced, decimals),
    wallets_read: [...nodes.values()].filter(({ read }) => read).length,
    wallets_waiting: flow.wallets.filter(({ wallet }) => !nodes.has(wallet)).length,
    wallets_total: flow.wallets.length,
    wallets: flow.wallets.slice(0, MAX_WALLETS).map(({ wallet, hop, arrived, left }) => {
      const { read = false, stop = null, note = null, atMost = false } = nodes.get(wallet) ?? {}
      return { ...names.of(wallet), hop, read, stop, note, at_most: atMost, arrived: units(arrived), left: units(left) }
    }),
    payments_total: flow.payments.length,
    payments: flow.payments.slice(0, MAX_PAYMENTS).map(({ from, to, count, raw, firstTime, lastTime, txs, ...carried }) => ({
      ...{ from, to, count, amount: toUnits(raw, decimals), ...units(carried) },
      ...{ first_time: firstTime, last_time: lastTime, txs: [...txs] },
    })),
    exchanges: flow.ways.map(({ wallet, shortest, mostValued }) => ({
      address: wallet,
      label: names.of(wallet).label,
      shortest: { wallets: [...shortest.wallets], ...units(shortest) },
      most_valued: { wallets: [...mostValued.wallets], ...units(mostValued) },
    })),
  }
}
