import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { compareEvents } from '../../decode/swaps/venue-events.ts'
import { decodeBase58 } from '../../encoding/base58.ts'
import { ByteReader } from '../../encoding/byte-reader.ts'
import { event, key } from '../testing/anchor-events.ts'
import type { SwapAmounts, Venue } from '../venue.ts'
import { meteoraDammV2, meteoraDbc } from './meteora.ts'
import { pumpSwap } from './pump-swap.ts'

/** Bytes before an event that a program emits by calling itself (https://www.anchor-lang.com/docs/features/events). */
const SELF_CALL = 8
const DISCRIMINATOR = 8

const bodyOf = (data: string): Uint8Array => (decodeBase58(data) ?? new Uint8Array()).subarray(SELF_CALL)

/** What a venue reads from one of its events, which includes the discriminator. */
function read({ events = [] }: Venue, body: Uint8Array): { readonly amounts: SwapAmounts | null; readonly fees: SwapAmounts | null } {
  const [found, ...others] = events.filter(({ discriminator }) => discriminator.every((byte, n) => byte === body[n]))
  expect([found === undefined, others]).toEqual([false, []])
  const reader = (): ByteReader => new ByteReader(body.subarray(DISCRIMINATOR))
  return { amounts: found?.amounts?.(reader()) ?? null, fees: found?.fees?.(reader()) ?? null }
}

/*
 * Events of transactions on Solana's devnet: the data of the program's call to itself, as a provider delivered it
 * (https://github.com/hanuchaudhary/SolanaLaunchpad, server/dump.ts). Amounts are what the token accounts of the same transactions gained and lost.
 */

/** 5gf6fduSgAssqxYpgRzcCHWcg7yKTdtynsYxU4x7B25YANEKZDFRvFtq22FaGaqReftbErAijndSfcNnSXiW2WZN */
const CURVE_BUY = { in: 200_000_000n, out: 322_281_812_767_019n }
/** 5cfHQeyTUkqEWCYxauctTm9bKH5x8RCQGKkWHpbBuiqeadcEvoMkEXNTYZWoHPuvctQRoG7BEXEVMc9MPJrNhtBf */
const CURVE_SELL = { in: 322_281_812_000_000n, out: 191_296_014n }
/** 28uuEn1518R6trARqBRPC4cDxCKUwP9zx9GNrzMaLiWoqKtSQUzZsGWhpzLwBvNTnaT9JuJaMyfrSGwJgjDkhN3r */
const POOL_BUY = { in: 1_000_000_000n, out: 98_989_904_042_605n }

const CURVE_SELL_EVENT =
  '44FY2SKwMbUFWgV1yoKm6d1nqGwqZJFd4HVGDFhdmgGqYgkvSjopiDyiTs7wer21AzgrgMBTpc3RBMDZr4DfXasT46FyxWjsxnE9rwKmacH4wiqDfwy66TmLAr2uw2oh6rLDNr5kCqvH1n9xfHummD1hA3cRkFtXCAgS3SAvxkiPdGWBpGKPP2ZB83g1P1GZEeAvvJGNcd6UX766ypCe3kFrXg5sGXkskSD5QmbpNybuz2x8di9wyZwMjTwPGUYR7dANVq6uYMm'

const POOL_EVENTS = [
  '6nxw4wyeJdmVBNR2GLm5iSuEDBu5UZgUM4uP8CPkq3ZWFK1KLSMnejxp7koGfzttGDE2eWpvCNZSrW3njo2N1i5vjH8K2BGSaA9AchC7gE5McMHuBErG6hcK3uscUL638qiN4pgFepiU3eajdCogknv3ZJhNsa1EqMKjgDLArQuYjXYtb3acA6wSASSVD',
  'EVM9wLnauu9H41GfKhTodotAnGKH9iacZetTHQ5XEDvBz7ppaupPrGXRrjfGD6qXyQXJzja9d35yf7RHxgTx5WX9tV9wPKuJTaYepkGXTHJ3bUomVUbN64ZeGYHPAVJhEq9c7YCT7PrDpnDbGneFN3sUJ4i9W9kNzaGy8WDpXsYcBMxnMDcsJ6TPNoW5CpxhQoyqSbHnvhNyfMCGeo4n4N1cMeBGXvbzUq33ENUCjueKktc7DPZPMyHbLvF13HeQGHFgd8U5o75q',
] as const

it.each<[string, Venue, SwapAmounts, SwapAmounts | null, string]>([
  [
    'a purchase on the bonding curve, in its first event',
    meteoraDbc,
    CURVE_BUY,
    { in: 4_000_000n, out: 0n },
    '2ioXo9nkAt26bphRv6PYrqW4tnmLsAx3YsNxmfsaNdixmNt4rPE9qeCRhp2hrkJCouK9N1PFxyQsNGqYzTnbsZ2zFBjDGC9YY1inBKyhBMMkNKHd6Xp1fvrgJ5bdyNCqTUAxztNp9WuTTg7Pb4RZDTWDZPbYazqZ9soDFC7oLhYA3hDpjkHPYUqe9BwBkSQsGDVk9k4jgDPwoLyMc7sf77Qrn2Jep76azR32ehddR',
  ],
  [
    'a purchase on the bonding curve, in its second event',
    meteoraDbc,
    CURVE_BUY,
    { in: 4_000_000n, out: 0n },
    '44FY2SKwMbUFWgV1yoKm6d1nqGwqZJFd4HVGDFhdmgGqYgkvSjopiDyiTs7wer21AzgrgMBTpc3RBMDZr4DfXasT46FyxWjsxnE9rwKmacH4wiqVpJvtdmuuzjVYvWYX8KrYCduXsr9qXWsuekcUr6vp5XvGFroQC11bo2er6wJ6PYgug21eTfz1YwkMMCFbU5XhppZPKkQySgEkRBhGW5ipnYzyj2X6HKVnCCRTUpAMHFdyk54mQsBRTU6a817f1AaRKRLyiSb',
  ],
  [
    'a sale on the bonding curve, in its first event',
    meteoraDbc,
    CURVE_SELL,
    { in: 0n, out: 4_703_985n },
    '2ioXo9nkAt26bphRv6PYrqW4tnmLsAx3YsNxmfsaNdixmNt4rPE9qeCRhp2hrkJCouK9N1PFxyQsNGqYzTnbsZ2zFBjDGC9YY1inBKyhBMMkNKHU1JkSzmkZ71gGW3XAoDSVu97aedysSsjCP9L9fvkG2upTwEXKwPVjG2Yu6gCGd6de7qxZiDgjzrdAak2WqGTvTs7hKRtLC1iBDPfqzrWV5f8SNeiktUmowrNpX',
  ],
  ['a sale on the bonding curve, in its second event', meteoraDbc, CURVE_SELL, { in: 0n, out: 4_703_985n }, CURVE_SELL_EVENT],
  ['a purchase in a pool, in its first event, which does not name the token of the fees', meteoraDammV2, POOL_BUY, null, POOL_EVENTS[0]],
  ['a purchase in a pool, in its second event', meteoraDammV2, POOL_BUY, { in: 20_000_000n, out: 0n }, POOL_EVENTS[1]],
])('reads %s', (_which, venue, moved, fees, data) => {
  const body = bodyOf(data)
  expect(read(venue, body)).toEqual({ amounts: moved, fees })
  expect(read(venue, body.subarray(0, 100)).amounts).toBeNull()
})

/** Its fields are those of `EvtSwap2` in the IDL that ./meteora.ts cites. */
it('reads the second event on the bonding curve under the name that it has for tokens with a transfer hook', () => {
  const named = createHash('sha256').update('event:EvtSwap2WithTransferHook').digest().subarray(0, DISCRIMINATOR)
  const body = Buffer.concat([named, bodyOf(CURVE_SELL_EVENT).subarray(DISCRIMINATOR)])
  expect(read(meteoraDbc, body)).toEqual({ amounts: CURVE_SELL, fees: { in: 0n, out: 4_703_985n } })
})

it('takes the fees from the event that states them, if both agree, and none from one that does not', () => {
  const bodies = POOL_EVENTS.map(bodyOf)
  expect(compareEvents(meteoraDammV2, bodies, POOL_BUY)).toEqual({ agreed: true, fees: { in: 20_000_000n, out: 0n } })
  expect(compareEvents(meteoraDammV2, bodies.slice(0, 1), POOL_BUY)).toEqual({ agreed: true, fees: null })
  expect(compareEvents(meteoraDammV2, bodies, CURVE_BUY)).toEqual({ agreed: false, fees: null })
})

/** Field names from the IDL (https://github.com/pump-fun/pump-public-docs/blob/main/idl/pump_amm.json). It is unproved that the program emits them so. */
it.each([
  ['the pool, the protocol and the creator', 991n, 4n, 9n],
  ['the pool, the protocol and the holders, who get the creator’s part', 991n, 0n, 9n],
])('reads a sale on PumpSwap built from the fields of its IDL, with fees for %s', (_whom, got, creatorFee, fee) => {
  const keys = (count: number) => Array.from({ length: count }, (_, n) => ({ key: key(n + 1) }))
  const sale = event('SellEvent', [
    { u64: 1_760_000_000n }, // timestamp
    { u64: 5_000n }, // base_amount_in
    { u64: 1n }, // min_quote_amount_out
    ...[11n, 12n, 13n, 14n].map((u64) => ({ u64 })), // reserves of the user and the pool
    { u64: 1_000n }, // quote_amount_out
    { u64: 20n }, // lp_fee_basis_points
    { u64: 2n }, // lp_fee
    { u64: 5n }, // protocol_fee_basis_points
    { u64: 3n }, // protocol_fee
    { u64: 998n }, // quote_amount_out_without_lp_fee
    { u64: got }, // user_quote_amount_out
    ...keys(7), // pool, user, its token accounts, protocol_fee_recipient and its token account, coin_creator
    { u64: 4n }, // coin_creator_fee_basis_points
    { u64: creatorFee }, // coin_creator_fee
  ])
  expect(read(pumpSwap, sale)).toEqual({ amounts: { in: 5_000n, out: got }, fees: { in: 0n, out: fee } })
})
