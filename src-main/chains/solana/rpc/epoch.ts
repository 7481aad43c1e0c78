import { z } from 'zod'
import { request } from '../../rpc/request.ts'
import { COMMITMENT, type SolanaNode } from './node.ts'

const answer = z.object({ epoch: z.int().nonnegative() })

export async function readEpoch(rpc: SolanaNode['rpc'], signal: AbortSignal): Promise<number> {
  return (await request(rpc, answer, 'getEpochInfo', [{ commitment: COMMITMENT }], signal)).epoch
}
