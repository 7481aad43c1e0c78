import { z } from 'zod'
import type { Trade } from '../../../../src-shared/domain/events.ts'
import { parseUnixSeconds } from '../../../../src-shared/domain/unix-time.ts'
import { decodeSolanaAnswer } from './answers.ts'

/** A block with all its trades, in chain order. */
export interface DecodedBlock {
  readonly slot: number
  /** Slot of the parent block. */
  readonly parent: number
  readonly hash: string
  readonly previousHash: string
  /** Unix seconds. */
  readonly time: number | null
  readonly trades: readonly Trade[]
}

const rawBlock = z.object({
  blockhash: z.string(),
  previousBlockhash: z.string(),
  parentSlot: z.int(),
  blockTime: z.int().nullish(),
  transactions: z.array(z.unknown()),
})

/** @throws ZodError if the answer to getBlock is not a block with its transactions */
export function decodeBlock(slot: number, answer: unknown): DecodedBlock {
  const { blockhash: hash, previousBlockhash: previousHash, parentSlot: parent, blockTime } = rawBlock.parse(answer)
  const { events } = decodeSolanaAnswer(answer, { slot: () => slot, only: 'trades' })
  return { slot, parent, hash, previousHash, time: parseUnixSeconds(blockTime), trades: events.filter((event) => event.kind === 'trade') }
}
