import type { Trade } from '../../src-shared/domain/events.ts'
import type { NewTrades } from '../store/interface.ts'

/** The trades in a written list that were new. */
export const pickTrades = (trades: readonly Trade[], { indexes }: NewTrades): Trade[] => indexes.flatMap((index) => trades[index] ?? [])
