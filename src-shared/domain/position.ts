/**
 * A place in a chain, sortable: block (slot, checkpoint), transaction in it, event in that.
 * `event` is the log index on EVM, instruction·1000 + inner instruction on Solana, event index on Sui.
 */
export interface Position {
  readonly block: number
  readonly tx: number
  readonly event: number
}

export function comparePositions(a: Position, b: Position): number {
  return a.block - b.block || a.tx - b.tx || a.event - b.event
}

/** Widths hold 10^12 blocks, 10^7 transactions a block, 10^7 events a transaction: text order is chain order. */
const WIDTHS = { block: 12, tx: 7, event: 7 } as const

export function positionKey(position: Position): string {
  return (
    String(position.block).padStart(WIDTHS.block, '0') +
    String(position.tx).padStart(WIDTHS.tx, '0') +
    String(position.event).padStart(WIDTHS.event, '0')
  )
}
