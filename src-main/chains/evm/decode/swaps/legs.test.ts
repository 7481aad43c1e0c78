import { describe, expect, test } from 'vitest'
import { trustedAddress } from '../../../../../src-shared/domain/address.ts'
import {
  address,
  decode,
  hash,
  known,
  log,
  lookups,
  move,
  only,
  other,
  pool,
  router,
  signer,
  swap,
  tokenA,
  tokenB,
  topic,
  V2_SWAP,
} from '../../fixtures/swap-logs.ts'
import type { RawLog } from '../../transaction/log.ts'
import type { KnownPool } from './leg.ts'
import { decodeLegs } from './legs.ts'

describe('swap legs checked against token movements', () => {
  test('a leg with exact movements on both sides is sure', () => {
    const trade = only([move(0, tokenA, signer, pool, 10n), move(1, tokenB, pool, signer, 20n), swap(2, pool, signer, [10n, 0n, 0n, 20n])])
    expect(trade).toMatchObject({ confidence: 'sure', receiver: signer, tokenIn: { token: tokenA, raw: 10n }, tokenOut: { token: tokenB, raw: 20n } })
    expect(trade).toMatchObject({ dex: 'uniswap-v2-fork', dexVersion: '2', leg: 0 })
  })

  test('a swap with an input in both tokens, as with a transfer tax, counts the net of each token', () => {
    const trade = only([move(0, tokenB, other, pool, 1n), swap(1, pool, signer, [10n, 1n, 0n, 20n])], { [pool]: known })
    expect(trade).toMatchObject({ confidence: 'likely', tokenIn: { raw: 10n }, tokenOut: { raw: 19n } })
  })

  test('what a balance of the pool grew by without a movement, as by a reflection, is not paid', () => {
    const bought = only([move(0, tokenA, signer, pool, 10n), move(1, tokenB, pool, signer, 20n), swap(2, pool, signer, [10n, 30n, 0n, 20n])], {
      [pool]: known,
    })
    expect(bought).toMatchObject({ confidence: 'sure', tokenIn: { token: tokenA, raw: 10n }, tokenOut: { token: tokenB, raw: 20n } })
    const sold = only([move(0, tokenA, signer, pool, 10n), move(1, tokenB, pool, signer, 20n), swap(2, pool, signer, [13n, 0n, 0n, 20n])], {
      [pool]: known,
    })
    expect(sold).toMatchObject({ confidence: 'likely', tokenIn: { token: tokenA, raw: 10n }, tokenOut: { token: tokenB, raw: 20n } })
  })

  test('a swap that was paid in an earlier transaction has the input that its event states', () => {
    const trade = only([move(0, tokenB, pool, signer, 20n), swap(1, pool, signer, [10n, 0n, 0n, 20n])], { [pool]: known })
    expect(trade).toMatchObject({ confidence: 'likely', tokenIn: { token: tokenA, raw: 10n }, tokenOut: { token: tokenB, raw: 20n } })
  })

  test('a movement before the previous swap of the pool paid that swap', () => {
    const logs = [
      ...[move(0, tokenA, signer, pool, 50n), move(1, tokenB, pool, signer, 60n), swap(2, pool, signer, [50n, 0n, 0n, 60n])],
      ...[move(3, tokenA, signer, pool, 10n), move(4, tokenB, pool, signer, 9n), swap(5, pool, signer, [12n, 0n, 0n, 9n])],
    ]
    expect(decode(logs, { [pool]: known })).toMatchObject([{ tokenIn: { raw: 50n } }, { tokenIn: { raw: 10n } }])
  })

  test('a movement that is smaller than the event because of a tax makes the leg likely', () => {
    const trade = only([move(0, tokenA, signer, pool, 9n), move(1, tokenB, pool, signer, 20n), swap(2, pool, signer, [10n, 0n, 0n, 20n])])
    expect(trade).toMatchObject({ confidence: 'likely', tokenIn: { token: tokenA, raw: 10n } })
  })

  test('an event without a matching movement is a decode warning and not a trade', () => {
    expect(decode([swap(0, pool, signer, [10n, 0n, 0n, 20n])])).toMatchObject([{ kind: 'decode_warning', code: 'swap_tokens_unknown' }])
  })

  test('an event with only one side is a decode warning', () => {
    expect(decode([swap(0, pool, signer, [10n, 0n, 0n, 0n])], { [pool]: known })).toMatchObject([{ kind: 'decode_warning', code: 'swap_one_sided' }])
  })

  describe('of a pool whose factory is not listed', () => {
    const quote = trustedAddress('0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2')
    const pools = (dex: string): Record<string, KnownPool> => ({ [pool]: { ...known, token1: quote, dex } })
    const sale = (index: number, paid: bigint): RawLog => swap(index, pool, other, [0n, paid, 20n, 0n])
    const gives = move(0, tokenA, pool, other, 20n)

    test('a price that nobody paid is a decode warning', () => {
      expect(decode([gives, sale(1, 100n)], pools('uniswap-v2-fork'))).toMatchObject([{ kind: 'decode_warning', code: 'swap_unpaid' }])
    })

    test('one payment does not pay two swaps, and what is paid counts although the token keeps a tax', () => {
      const paid = move(1, quote, signer, pool, 100n)
      const twice = decode([gives, paid, sale(2, 100n), sale(3, 100n)], pools('uniswap-v2-fork'))
      expect(twice).toMatchObject([{ code: 'swap_unpaid' }, { code: 'swap_unpaid' }])
      const taxed = decode([move(0, tokenA, pool, other, 19n), paid, sale(2, 100n)], pools('uniswap-v2-fork'))
      expect(taxed).toMatchObject([{ kind: 'trade', tokenIn: { token: quote, raw: 100n }, tokenOut: { raw: 20n } }])
    })

    test('a genuine pair states what it was paid, also in an earlier transaction', () => {
      const transaction = { network: 'eth', tx: hash, signer, to: router, input: null, time: 1, logs: [gives, sale(1, 100n)] } as const
      expect(decodeLegs(transaction, lookups(pools('uniswap-v2-fork'), pool))).toMatchObject([
        { kind: 'trade', tokenIn: { token: quote, raw: 100n } },
      ])
      expect(decodeLegs(transaction, lookups(pools('uniswap-v2-fork'), other))).toMatchObject([{ code: 'swap_unpaid' }])
    })

    test('tokens of which nothing moved are a decode warning, also if they are no quote tokens', () => {
      const pair = { [pool]: { ...known, dex: 'unproven-pool' } }
      const bought = swap(2, pool, other, [10n, 0n, 0n, 20n])
      const [paid, got] = [move(0, tokenA, signer, pool, 10n), move(1, tokenB, pool, other, 19n)]
      expect(decode([paid, got, bought], pair)).toMatchObject([{ kind: 'trade', tokenOut: { token: tokenB, raw: 20n } }])
      for (const moves of [[], [paid], [got]]) expect(decode([...moves, bought], pair)).toMatchObject([{ code: 'swap_unpaid' }])
    })

    test('a listed factory is trusted', () => {
      expect(decode([gives, sale(1, 100n)], pools('Uniswap'))).toMatchObject([{ kind: 'trade', confidence: 'likely' }])
    })
  })

  describe('in pools of a manager that nobody knows', () => {
    const id = (digit: string): `0x${string}` => `0x${digit.repeat(64)}`
    /** Of Uniswap v4: the swapper pays negative amounts. A fee with the hooks of the pool in its key proves no tokens. */
    const v4 = (index: number, key: `0x${string}`, paid0: bigint, paid1: bigint): RawLog =>
      log(index, pool, ['0x40e9cecb9f5f1f1c5b9c97dec2917b7ee92e57ba5563708daca94dd84ad7112f', key, topic(router)], [paid0, paid1, 1n, 1n, 0n, 3_000n])
    const tokenC = address('c')

    test('a token that moved by itself is the one of a single swap, although a hook kept a part', () => {
      const logs = [v4(0, id('7'), -10n, 20n), move(1, tokenA, signer, pool, 10n), move(2, tokenB, pool, signer, 19n)]
      expect(decode(logs)).toMatchObject([{ tokenIn: { token: tokenA, raw: 10n }, tokenOut: { token: tokenB, raw: 20n }, confidence: 'likely' }])
    })

    test('what entered and left is not what two hops exchanged with a third token', () => {
      const moved = [move(2, tokenA, signer, pool, 10n), move(3, tokenB, pool, signer, 20n)]
      const hops = [v4(0, id('7'), -10n, 5n), v4(1, id('8'), 20n, -5n)]
      expect(decode([...hops, ...moved])).toMatchObject([{ code: 'swap_tokens_unknown' }, { code: 'swap_tokens_unknown' }])
      const second = decode([...hops, ...moved], { [id('7')]: { ...known, token1: tokenC } })
      expect(second).toMatchObject([{ kind: 'trade', tokenIn: { token: tokenA }, tokenOut: { token: tokenC } }, { code: 'swap_tokens_unknown' }])
    })
  })

  test('a truncated event is a decode warning', () => {
    expect(decode([log(0, pool, [V2_SWAP, topic(router), topic(signer)], [10n, 0n])])).toMatchObject([{ code: 'swap_unreadable' }])
  })
})
