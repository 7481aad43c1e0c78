import type { DecodableTransaction } from '../programs/program-instruction.ts'
import { isTokenProgram } from '../encoding/addresses.ts'

/**
 * `InitializeMint` and `InitializeMint2` of SPL Token, identical in Token-2022
 * (https://github.com/solana-program/token-2022/blob/main/interface/src/instruction.rs, `TokenInstruction`).
 */
const INITIALIZE_MINT: ReadonlySet<number | undefined> = new Set([0, 20])

/** Mints that a transaction initialises. A mint account is initialised only once. */
export function initializedMints(tx: DecodableTransaction): string[] {
  if (tx.failed) return []
  return tx.instructions.flatMap((instruction) => {
    if (!isTokenProgram(instruction.program) || !INITIALIZE_MINT.has(instruction.data[0])) return []
    return instruction.accounts.name(0) ?? []
  })
}
