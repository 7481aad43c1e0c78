import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import { NATIVE, type Transfer } from '../../../../src-shared/domain/events.ts'
import { SYSTEM_PROGRAM } from '../encoding/addresses.ts'
import { eventNumber, type Instruction } from '../transaction/instruction.ts'
import type { Movements } from '../transaction/movements.ts'
import type { SolanaTransaction } from '../transaction/transaction.ts'
import { feesCollected, withheldWith } from './swaps/vaults.ts'

/**
 * Converts movements to events between owners. An account that is given to another owner is a transfer of its balance. SOL moved into the owner's
 * own token account (wrapping) changes no holding and is left out. A fee that Token-2022 withholds belongs to no holder until it is collected. It
 * therefore becomes a separate event to the mint, and later an event from the mint to the account that it is paid out to.
 * A transaction without a slot has no chain position and gives no events.
 */
export function transferEvents(tx: SolanaTransaction, movements: Movements): Transfer[] {
  const block = tx.slot
  if (block === null) return []
  const events: Transfer[] = []
  const add = (instruction: Instruction, token: Address, from: string, to: string, raw: bigint): void => {
    events.push({
      kind: 'transfer',
      network: 'sol',
      position: { block, tx: tx.index ?? 0, event: eventNumber(instruction) },
      time: tx.time,
      tx: tx.signature,
      token,
      from: trustedAddress(from),
      to: trustedAddress(to),
      raw,
    })
  }
  for (const move of movements.all()) {
    if (move.kind === 'coin' && move.fromOwner === move.toOwner) continue
    const { instruction, mint } = move
    const token = move.kind === 'coin' ? NATIVE : trustedAddress(mint)
    const to = move.toOwner ?? SYSTEM_PROGRAM
    add(instruction, token, move.fromOwner ?? SYSTEM_PROGRAM, to, move.raw)
    const withheld = move.kind === 'transfer' ? withheldWith(tx, movements, move) : null
    if (withheld !== null) add(instruction, token, to, mint, withheld)
  }
  for (const { instruction, mint, to, raw } of collections(tx, movements)) {
    add(instruction, trustedAddress(mint), mint, to, raw)
  }
  return events
}

interface Collection {
  readonly instruction: Instruction
  readonly mint: string
  /** Owner of the account that receives the fees. */
  readonly to: string
  readonly raw: bigint
}

/** Payouts of withheld fees. Several payouts to one account in a transaction become one, at the first, with their sum. */
function collections(tx: SolanaTransaction, movements: Movements): Collection[] {
  const byAccount = new Map<number, Collection>()
  for (const instruction of tx.instructions) {
    const { operation } = instruction
    if (operation?.kind !== 'collect' || byAccount.has(operation.to)) continue
    const raw = feesCollected(tx, movements, operation.to)
    const mint = tx.keys.at(operation.mint)
    const to = tx.tokenAccounts.ownerAt(operation.to, instruction.index)
    if (raw !== null && mint !== undefined && to !== null) byAccount.set(operation.to, { instruction, mint, to, raw })
  }
  return [...byAccount.values()]
}
