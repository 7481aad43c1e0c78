import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import { NATIVE, type Transfer } from '../../../../src-shared/domain/events.ts'
import { SYSTEM_PROGRAM } from '../encoding/addresses.ts'
import { eventNumber } from '../transaction/instruction.ts'
import type { Movement, Movements } from '../transaction/movements.ts'
import type { SolanaTransaction } from '../transaction/transaction.ts'
import { transferFeeWithheld } from './swaps/vaults.ts'

/**
 * Converts movements to events between owners. SOL moved into an own token account (wrapping) changes no holding and is left out. What
 * Token-2022 withholds of a transfer belongs to no holder until it is collected, so it goes on to the mint in an event of its own.
 * A transaction without a slot has no chain position and gives no events.
 */
export function transferEvents(tx: SolanaTransaction, movements: Movements): Transfer[] {
  const block = tx.slot
  if (block === null) return []
  const events: Transfer[] = []
  const add = (move: Movement, from: string, to: string, raw: bigint): void => {
    events.push({
      kind: 'transfer',
      network: 'sol',
      position: { block, tx: tx.index ?? 0, event: eventNumber(move.instruction) },
      time: tx.time,
      tx: tx.signature,
      token: move.kind === 'coin' ? NATIVE : trustedAddress(move.mint),
      from: trustedAddress(from),
      to: trustedAddress(to),
      raw,
    })
  }
  for (const move of movements.all()) {
    if (move.kind === 'coin' && move.fromOwner === move.toOwner) continue
    const to = move.toOwner ?? SYSTEM_PROGRAM
    add(move, move.fromOwner ?? SYSTEM_PROGRAM, to, move.raw)
    const withheld = move.kind === 'transfer' ? transferFeeWithheld(tx, movements, move) : null
    if (withheld !== null) add(move, to, move.mint, withheld)
  }
  return events
}
