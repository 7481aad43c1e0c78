import type { NormalTransaction } from './transaction.ts'
import type { Movement } from './transfers.ts'

/**
 * Whether the recorded balances of a pool's vaults changed by just what was seen to move in and out of them in the whole
 * transaction. Balances and instructions are two records of the node, so agreement is a second reading. Vaults that the
 * balances do not list (accounts that hold no tokens) are passed over; at least two must agree.
 */
export function vaultsAgree(tx: NormalTransaction, movements: readonly Movement[], vaults: readonly string[]): boolean {
  let agreed = 0
  for (const vault of vaults) {
    const account = tx.tokenAccounts.get(vault)
    if (account === undefined || account.before === null || account.after === null) continue
    let moved = 0n
    for (const move of movements) {
      if (move.kind === 'coin') continue
      const withheld = move.instruction.operation?.kind === 'transfer' ? (move.instruction.operation.withheld ?? 0n) : 0n
      if (move.to === vault) moved += move.raw - withheld
      if (move.from === vault) moved -= move.raw
    }
    if (moved !== account.after - account.before) return false
    agreed++
  }
  return agreed >= 2
}
