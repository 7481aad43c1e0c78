import { discriminator } from '../encoding/byte-reader.ts'
import { amounts, swapInstructions, type Venue } from './venue.ts'

/*
 * Order books: the market is the pool, with a base and a quote vault. A taker's trade with funds already deposited moves no token,
 * so it becomes a decode warning. Sources: https://github.com/Ellipsis-Labs/phoenix-v1, https://github.com/openbook-dex/openbook-v2,
 * https://github.com/CKS-Systems/manifest.
 */

const phoenix: Venue = {
  program: 'PhoeNiXZ8ByJGLkxNfZRnkUfjvmuYqLR89jjFHGqdXY',
  dex: 'phoenix',
  version: 'v1',
  swaps: [{ name: 'swap', discriminator: discriminator('00'), legs: [{ pool: 2, traders: [4, 5], vaults: [6, 7] }] }],
}

const openbookV2: Venue = {
  program: 'opnb2LAfJYbRMAHHvqjCwQxanZn7ReEHp1k81EohpZb',
  dex: 'openbook',
  version: 'v2',
  swaps: swapInstructions({ place_take_order: '032c47031ac7cb55' }, [{ pool: 2, traders: [9, 10], vaults: [6, 7] }]),
  /* TotalOrderFillEvent: side, taker, total_quantity_paid, total_quantity_received. */
  events: [
    {
      transport: 'program_data',
      discriminator: discriminator('08eb303aae4c9c69'),
      amounts: (event) => amounts(event.skip(1 + 32).u64(), event.u64()),
    },
  ],
}

/** The mints distinguish the base and quote accounts, so the layout needs no account indexes. */
const manifest: Venue = {
  program: 'MNFSTqtC93rEfYHB6hF82sKdZpUDFWkViLByLd1k1Ms',
  dex: 'manifest',
  version: 'v1',
  swaps: [
    { name: 'swap', discriminator: discriminator('04'), legs: [{ pool: 1, traders: null, vaults: [] }] },
    { name: 'swap_v2', discriminator: discriminator('0d'), legs: [{ pool: 2, traders: null, vaults: [] }] },
  ],
}

export const ORDER_BOOKS: readonly Venue[] = [phoenix, openbookV2, manifest]
