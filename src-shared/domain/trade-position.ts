import type { Trade } from './events.ts'
import type { Position } from './position.ts'

/** The position of a trade in the order of its network. */
export interface TradePosition extends Position {
  readonly leg: number
  /** The beginning of its block's hash; null on chains whose emitted blocks are final. */
  readonly hash: string | null
}

export interface PositionedTrade {
  readonly trade: Trade
  readonly position: TradePosition
}
