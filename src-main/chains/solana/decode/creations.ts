import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { DecodeWarning, Pool, TokenCreated } from '../../../../src-shared/domain/events.ts'
import { ByteReader, startsWith } from '../encoding/byte-reader.ts'
import type { ProgramInstruction, DecodableTransaction } from '../programs/program-instruction.ts'
import { eventNumber } from '../transaction/instruction.ts'
import { poolOf } from '../programs/pool-of.ts'
import { UNKNOWN_SLOT, warning } from './warnings.ts'
import type { Venue } from '../programs/venue.ts'

/** Tokens that launchpads created and pools that venues opened in a transaction, with warnings about unknown creators. */
export function readCreations(tx: DecodableTransaction): (TokenCreated | Pool | DecodeWarning)[] {
  const found: (TokenCreated | Pool | DecodeWarning)[] = []
  for (const instruction of tx.instructions) {
    const { venue } = instruction
    if (venue !== null && instruction.accounts.length > 0)
      found.push(...readCreatedToken(tx, venue, instruction), ...readOpenedPool(tx, venue, instruction))
  }
  return found
}

function readCreatedToken(tx: DecodableTransaction, venue: Venue, instruction: ProgramInstruction): (TokenCreated | DecodeWarning)[] {
  const launch = venue.launches?.find((row) => startsWith(instruction.data, row.discriminator))
  const mint = launch === undefined ? undefined : instruction.accounts.name(launch.mint)
  if (launch === undefined || mint === undefined) return []
  const named = launch.creatorArgument?.(new ByteReader(instruction.data, launch.discriminator.length)) ?? null
  const creator = named ?? instruction.accounts.name(launch.creator) ?? tx.feePayer
  if (launch.onBehalf?.some((relay) => relay === creator || tx.signers.includes(relay)) === true) {
    return [
      warning(
        tx.signature,
        'creator_unknown',
        `${venue.dex} ${venue.version}: ${mint} was created by a service on behalf of an owner who does not appear on chain.`,
      ),
    ]
  }
  return [
    {
      kind: 'token_created',
      network: 'sol',
      token: trustedAddress(mint),
      creator: trustedAddress(creator),
      position: { block: tx.slot ?? UNKNOWN_SLOT, tx: tx.index ?? 0, event: eventNumber(instruction) },
      time: tx.time,
      tx: tx.signature,
    },
  ]
}

function readOpenedPool(tx: DecodableTransaction, venue: Venue, instruction: ProgramInstruction): Pool[] {
  const opening = venue.openings?.find((row) => startsWith(instruction.data, row.discriminator))
  if (opening === undefined) return []
  const pool = instruction.accounts.name(opening.pool)
  const [a, b] = opening.mints.map((index) => instruction.accounts.name(index))
  if (pool === undefined || a === undefined || b === undefined) return []
  return [poolOf(venue, pool, [a, b], { createdBlock: tx.slot, createdTx: tx.signature })]
}
