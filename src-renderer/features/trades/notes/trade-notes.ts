import { useMemo } from 'react'
import type { TokenRef } from '../../../api/token-queries.ts'
import { useOpenCase } from '../../../api/use-case.ts'
import type { CaseNote, TradeTarget } from '../../../../src-shared/domain/cases/case.ts'
import type { TradeRow } from '../tape/trade-rows.ts'

const NONE: ReadonlyMap<string, number> = new Map()

/** Equal for a row and for a note on it. */
export const tradeKey = ({ tx, leg }: Pick<TradeRow, 'tx' | 'leg'>): string => `${tx}:${leg}`

export const tradeTarget = ({ network, address }: TokenRef, { tx, leg }: Pick<TradeRow, 'tx' | 'leg'>): TradeTarget => ({
  kind: 'trade',
  network,
  token_address: address,
  transaction: tx,
  leg,
})

/** The number of notes in the open case on each trade of a token; the same map until the notes change. */
export function useTradeNotes({ network, address }: TokenRef): ReadonlyMap<string, number> {
  const notes = useOpenCase()?.notes
  return useMemo(() => (notes === undefined ? NONE : countNotes(notes, { network, address })), [notes, network, address])
}

export function countNotes(notes: readonly CaseNote[], { network, address }: TokenRef): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { target } of notes) {
    if (target.kind !== 'trade' || target.network !== network || target.token_address !== address) continue
    const key = tradeKey({ tx: target.transaction, leg: target.leg })
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}
