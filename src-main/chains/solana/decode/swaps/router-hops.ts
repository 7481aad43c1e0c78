import { ByteReader, discriminator, startsWith } from '../../encoding/byte-reader.ts'
import { selfCpiPayload } from './venue-events.ts'
import type { SolanaTransaction } from '../../transaction/transaction.ts'

/** One hop of a route, from a router's event. */
export interface RouterHop {
  /** The venue's program. */
  readonly program: string
  readonly mintIn: string
  readonly in: bigint
  readonly mintOut: string
  readonly out: bigint
}

/** `SwapEvent` of Jupiter v6 (https://github.com/jup-ag/instruction-parser/blob/main/src/idl/jupiter.ts) and DFlow: amm, input_mint, input_amount, output_mint, output_amount. */
const SWAP_EVENT = discriminator('40c6cde8260871e2')

/** All hops in the routers' events, in order. Newer event versions omit the venue and are skipped. */
export function readRouterHops(tx: SolanaTransaction): RouterHop[] {
  const hops: RouterHop[] = []
  for (const instruction of tx.instructions) {
    if (!instruction.router || instruction.inner === null) continue
    const body = selfCpiPayload(instruction.data)
    if (body === null || !startsWith(body, SWAP_EVENT)) continue
    const event = new ByteReader(body, SWAP_EVENT.length)
    const hop = { program: event.pubkey(), mintIn: event.pubkey(), in: event.u64(), mintOut: event.pubkey(), out: event.u64() }
    if (hop.program === null || hop.mintIn === null || hop.in === null || hop.mintOut === null || hop.out === null) continue
    hops.push({ program: hop.program, mintIn: hop.mintIn, in: hop.in, mintOut: hop.mintOut, out: hop.out })
  }
  return hops
}
