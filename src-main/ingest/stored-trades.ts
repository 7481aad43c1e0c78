import type { Trade } from '../../src-shared/domain/events.ts'
import type { NetworkId } from '../../src-shared/networks.ts'
import type { NewTrades } from '../store/interface.ts'

/** Receives new trades in the order in which they were stored, with the ids of their rows; null for trades that are not stored. */
export type TradesListener = (network: NetworkId, trades: readonly Trade[], rows: readonly number[] | null) => void

/** The trades of a written list that were new. */
export const pickTrades = (trades: readonly Trade[], { places }: NewTrades): Trade[] => places.flatMap((place) => trades[place] ?? [])
