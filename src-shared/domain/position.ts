/**
 * A sortable position in a chain: block (slot, checkpoint), transaction in the block, event in the transaction. `event` is the log index on EVM,
 * instruction·1000 + inner instruction on Solana, event index on Sui.
 */
export interface Position {
  readonly block: number
  readonly tx: number
  readonly event: number
}

export function comparePositions(a: Position, b: Position): number {
  return a.block - b.block || a.tx - b.tx || a.event - b.event
}
