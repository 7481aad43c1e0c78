import { sumRaw } from '../../../../../src-shared/domain/amount.ts'
import type { SolanaTransaction } from '../../transaction/transaction.ts'
import { statedFee, type Movement, type Movements } from '../../transaction/movements.ts'

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

/** The fee withheld from one transfer; null if there is none, or if several transfers into the account share it, because their parts are unknown. */
export function transferFeeWithheld(tx: SolanaTransaction, movements: Movements, move: Movement): bigint | null {
  const stated = statedFee(move)
  if (stated !== null) return stated > 0n ? stated : null
  const charged = chargedTransfers(movements, move.to)
  return charged.length === 1 && charged[0] === move ? feesOf(tx, movements, charged) : null
}

/** Like {@link transferFeeWithheld}, but the last of several transfers into an account has the sum of their fees. */
export function withheldWith(tx: SolanaTransaction, movements: Movements, move: Movement): bigint | null {
  const stated = statedFee(move)
  if (stated !== null) return stated > 0n ? stated : null
  const charged = chargedTransfers(movements, move.to)
  return charged.at(-1) === move ? feesOf(tx, movements, charged) : null
}

/**
 * Transfers into an account that may be charged and do not state their fee. One from the account to itself is free
 * (`process_transfer` in https://github.com/solana-program/token-2022/blob/main/program/src/processor.rs).
 */
function chargedTransfers(movements: Movements, account: number): Movement[] {
  return movements.all().filter((move) => move.to === account && move.from !== account && move.kind === 'transfer' && statedFee(move) === null)
}

/** The sum of the fees of transfers into one account; null if nothing is withheld, or if more is missing than arrived. */
function feesOf(tx: SolanaTransaction, movements: Movements, charged: readonly Movement[]): bigint | null {
  const short = charged[0] === undefined ? null : vaultShortfall(tx, movements, charged[0].to)
  return short !== null && short > 0n && short <= sumRaw(charged.map(({ raw }) => raw)) ? short : null
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
    if (short !== 0n && feesOf(tx, movements, chargedTransfers(movements, vault)) !== short) return false
    agreed++
  }
  return agreed >= 2
}

/**
 * The withheld fees that a transaction pays out to an account; null if the balances do not show them. A fee withheld at that account in the
 * same transaction reduces them.
 */
export function feesCollected(tx: SolanaTransaction, movements: Movements, account: number): bigint | null {
  const short = vaultShortfall(tx, movements, account)
  return short !== null && short < 0n ? -short : null
}
