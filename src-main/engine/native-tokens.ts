import type { NetworkId } from '../../src-shared/networks.ts'

/** Wrapped forms of each network's own coin, worth one to one: WETH, WBNB, wrapped SOL, and SUI's coin type. */
export const NATIVE_TOKENS: Readonly<Record<NetworkId, readonly string[]>> = {
  sol: ['So11111111111111111111111111111111111111112'],
  eth: ['0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'],
  base: ['0x4200000000000000000000000000000000000006'],
  bsc: ['0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c'],
  sui: [`0x${'0'.repeat(63)}2::sui::SUI`],
}
