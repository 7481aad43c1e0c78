import { ANCHOR_SWAP, type Venue } from './venue.ts'

export const lifinityV2: Venue = {
  program: '2wT8Yq49kHgDzXuPxZSaeLaH1qbmGXtEyPy64bL7aD3c',
  dex: 'lifinity',
  version: 'v2',
  swaps: [{ name: 'swap', discriminator: ANCHOR_SWAP, legs: [{ pool: 1, traders: [3, 4], vaults: [5, 6] }] }],
}

export const invariant: Venue = {
  program: 'HyaB3W9q6XdA5xwpU4XnSZV94htfmbmqJXZcEbRaJutt',
  dex: 'invariant',
  version: 'v1',
  swaps: [{ name: 'swap', discriminator: ANCHOR_SWAP, legs: [{ pool: 1, traders: [3, 4], vaults: [5, 6] }] }],
}

/** An order book: the market is the pool, base and quote vault its two sides. */
export const phoenix: Venue = {
  program: 'PhoeNiXZ8ByJGLkxNfZRnkUfjvmuYqLR89jjFHGqdXY',
  dex: 'phoenix',
  version: 'v1',
  swaps: [{ name: 'swap', discriminator: '00', legs: [{ pool: 2, traders: [4, 5], vaults: [6, 7] }] }],
}
