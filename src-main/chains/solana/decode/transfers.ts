import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import { NATIVE, type Transfer } from '../../../../src-shared/domain/events.ts'
import { SYSTEM_PROGRAM } from '../encoding/addresses.ts'
import { eventNumber } from '../transaction/instruction.ts'
import type { Movement } from '../transaction/movements.ts'
import type { SolanaTransaction } from '../transaction/transaction.ts'

/**
 * Converts movements to events between owners. SOL moved into an own token account (wrapping) changes no holding and is left out.
 * A transaction without a slot has no chain position and gives no events.
 */
export function transferEvents(tx: SolanaTransaction, movements: readonly Movement[]): Transfer[] {
  const block = tx.slot
  if (block === null) return []
  const events: Transfer[] = []
  for (const move of movements) {
    if (move.kind === 'coin' && move.fromOwner === move.toOwner) continue
    events.push({
      kind: 'transfer',
      network: 'sol',
      position: { block, tx: tx.index ?? 0, event: eventNumber(move.instruction) },
      time: tx.time,
      tx: tx.signature,
      token: move.kind === 'coin' ? NATIVE : trustedAddress(move.mint),
      from: trustedAddress(move.fromOwner ?? SYSTEM_PROGRAM),
      to: trustedAddress(move.toOwner ?? SYSTEM_PROGRAM),
      raw: move.raw,
    })
  }
  return events
}
