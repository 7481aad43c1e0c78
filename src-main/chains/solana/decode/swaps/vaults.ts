import { TOKEN_2022_PROGRAM } from '../../encoding/addresses.ts'
import type { SolanaTransaction } from '../../transaction/transaction.ts'
import type { Movement, Movements } from '../../transaction/movements.ts'

/**
 * Net movements of an account over the whole transaction, minus the change of its recorded balance, in raw units; null if its
 * balance is not recorded. Zero means that instructions and balances agree. A positive value is a Token-2022 transfer fee withheld
 * from an incoming transfer. A negative value is collected fees, or a contradiction.
 */
function vaultShortfall(tx: SolanaTransaction, movements: Movements, account: number): bigint | null {
  const change = tx.tokenAccounts.changeOf(account)
  if (change === null) return null
  let moved = 0n
  for (const move of movements.all()) {
    if (move.kind === 'coin') continue
    if (move.to === account) moved += move.raw - (move.withheld ?? 0n)
    if (move.from === account) moved -= move.raw
  }
  return moved - change
}

/** The fee withheld from one transfer; null if there is none, or if several transfers into the account share it. */
export function transferFeeWithheld(tx: SolanaTransaction, movements: Movements, move: Movement): bigint | null {
  if (move.withheld !== null) return move.withheld > 0n ? move.withheld : null
  if (move.instruction.program !== TOKEN_2022_PROGRAM) return null
  if (movements.all().some((other) => other !== move && other.to === move.to && other.kind === 'transfer')) return null
  const short = vaultShortfall(tx, movements, move.to)
  return short !== null && short > 0n && short < move.raw ? short : null
}

/**
 * Whether the recorded balances of both vaults changed by exactly what the instructions moved. Balances and instructions are
 * independent records of the node, so agreement confirms the amounts. Both vaults must be recorded.
 */
export function vaultsAgree(tx: SolanaTransaction, movements: Movements, vaults: readonly number[]): boolean {
  let agreed = 0
  for (const vault of vaults) {
    const short = vaultShortfall(tx, movements, vault)
    if (short === null) continue
    if (short !== 0n && !isFee(tx, movements, vault, short)) return false
    agreed++
  }
  return agreed >= 2
}

function isFee(tx: SolanaTransaction, movements: Movements, account: number, short: bigint): boolean {
  return movements.all().some((move) => move.to === account && transferFeeWithheld(tx, movements, move) === short)
}

/**
 * The withheld fees that a transaction pays out to an account; null if the balances do not show them. A fee withheld at that account in the
 * same transaction reduces them.
 */
export function feesCollected(tx: SolanaTransaction, movements: Movements, account: number): bigint | null {
  const short = vaultShortfall(tx, movements, account)
  return short !== null && short < 0n ? -short : null
}
