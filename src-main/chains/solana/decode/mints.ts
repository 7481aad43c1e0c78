import type { DecodableTransaction } from '../programs/program-instruction.ts'
import { isTokenProgram } from '../encoding/addresses.ts'

/**
 * `InitializeMint` and `InitializeMint2` of SPL Token, identical in Token-2022
 * (https://github.com/solana-program/token-2022/blob/main/interface/src/instruction.rs, `TokenInstruction`).
 */
const INITIALIZE_MINT: ReadonlySet<number | undefined> = new Set([0, 20])

/** `InitializeMintCloseAuthority`, in the same file. */
const INITIALIZE_CLOSE_AUTHORITY: ReadonlySet<number | undefined> = new Set([25])

/** Mints that a transaction initialises. A mint account is initialised once, or again after it was closed. */
export const initializedMints = (tx: DecodableTransaction): string[] => mintsOf(tx, INITIALIZE_MINT)

/** Mints that a transaction makes closable: they may be closed, and created again at the same address. */
export const closableMints = (tx: DecodableTransaction): string[] => mintsOf(tx, INITIALIZE_CLOSE_AUTHORITY)

function mintsOf(tx: DecodableTransaction, numbers: ReadonlySet<number | undefined>): string[] {
  if (tx.failed) return []
  return tx.instructions.flatMap((instruction) => {
    if (!isTokenProgram(instruction.program) || !numbers.has(instruction.data[0])) return []
    return instruction.accounts.name(0) ?? []
  })
}
