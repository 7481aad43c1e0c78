import { ByteReader, discriminator, startsWith } from './bytes.ts'
import { emittedBody } from './events.ts'
import type { NormalTransaction } from './transaction.ts'

/** One hop as a router tells it. */
export interface RouteHop {
  /** The venue's program. */
  readonly program: string
  readonly mintIn: string
  readonly in: bigint
  readonly mintOut: string
  readonly out: bigint
}

/** `SwapEvent` of Jupiter v6 and DFlow: amm, input_mint, input_amount, output_mint, output_amount. */
const SWAP_EVENT = discriminator('40c6cde8260871e2')

/** Every hop that a router's events tell, in order. Newer ones leave out the venue and are passed over. */
export function routeHops(tx: NormalTransaction): RouteHop[] {
  const hops: RouteHop[] = []
  for (const instruction of tx.instructions) {
    if (!instruction.router || instruction.inner === null) continue
    const body = emittedBody(instruction.data)
    if (body === null || !startsWith(body, SWAP_EVENT)) continue
    const event = new ByteReader(body, SWAP_EVENT.length)
    const hop = { program: event.pubkey(), mintIn: event.pubkey(), in: event.u64(), mintOut: event.pubkey(), out: event.u64() }
    if (hop.program === null || hop.mintIn === null || hop.in === null || hop.mintOut === null || hop.out === null) continue
    hops.push({ program: hop.program, mintIn: hop.mintIn, in: hop.in, mintOut: hop.mintOut, out: hop.out })
  }
  return hops
}
