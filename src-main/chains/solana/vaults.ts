import { TOKEN_2022_PROGRAM } from './ids.ts'
import type { NormalTransaction } from './transaction.ts'
import type { Movement, Movements } from './transfers.ts'

/**
 * How far an account's recorded balance falls short of what was seen to move in and out of it in the whole transaction, in raw
 * units; null when its balance is not recorded. Zero means that two records of the node agree. More than zero is what the
 * token itself withheld of an incoming transfer (Token-2022 transfer fee); less is a contradiction.
 */
function shortfallOf(tx: NormalTransaction, movements: Movements, account: number): bigint | null {
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

/** What a token withheld of one transfer; null when nothing tells of a fee, or several transfers into the account share it. */
export function withheldOf(tx: NormalTransaction, movements: Movements, move: Movement): bigint | null {
  if (move.withheld !== null) return move.withheld > 0n ? move.withheld : null
  if (move.instruction.program !== TOKEN_2022_PROGRAM) return null
  if (movements.all().some((other) => other !== move && other.to === move.to && other.kind === 'transfer')) return null
  const short = shortfallOf(tx, movements, move.to)
  return short !== null && short > 0n && short < move.raw ? short : null
}

/**
 * Whether the recorded balances of the accounts on both ends of a swap changed by just what was seen to move. Balances and
 * instructions are two records of the node, so agreement is a second reading. Both vaults have to be recorded.
 */
export function vaultsAgree(tx: NormalTransaction, movements: Movements, vaults: readonly number[]): boolean {
  let agreed = 0
  for (const vault of vaults) {
    const short = shortfallOf(tx, movements, vault)
    if (short === null) continue
    if (short !== 0n && !isFee(tx, movements, vault, short)) return false
    agreed++
  }
  return agreed >= 2
}

function isFee(tx: NormalTransaction, movements: Movements, account: number, short: bigint): boolean {
  return movements.all().some((move) => move.to === account && withheldOf(tx, movements, move) === short)
}
