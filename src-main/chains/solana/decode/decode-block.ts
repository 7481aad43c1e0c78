import { z } from 'zod'
import type { Trade } from '../../../../src-shared/domain/events.ts'
import { decodeSolanaAnswer } from './answers.ts'

/** A getBlock answer with all its trades, in chain order. */
export interface DecodedBlock {
  readonly hash: string
  readonly previousHash: string
  /** Unix seconds. */
  readonly time: number | null
  readonly trades: readonly Trade[]
}

const rawBlock = z.object({ blockhash: z.string(), previousBlockhash: z.string(), blockTime: z.int().nullish(), transactions: z.array(z.unknown()) })

/** @throws ZodError where the answer is no block with its transactions */
export function decodeBlock(slot: number, answer: unknown): DecodedBlock {
  const { blockhash: hash, previousBlockhash: previousHash, blockTime } = rawBlock.parse(answer)
  const { events } = decodeSolanaAnswer(answer, { slot: () => slot, only: 'trades' })
  return { hash, previousHash, time: blockTime ?? null, trades: events.filter((event) => event.kind === 'trade') }
}
