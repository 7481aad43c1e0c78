import { encodeFunctionData, parseAbi, type Abi } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Address } from '../../../../../../src-shared/domain/address.ts'
import {
  address,
  decode,
  hash,
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
} from '../../../fixtures/swap-logs.ts'
import type { RawLog } from '../../../transaction/log.ts'
import { decodeLegs } from '../legs.ts'

describe('the receiver', () => {
  const second = address('7')
  const tokenC = address('8')

  test('of a router that forwards is the last recipient of the largest part', () => {
    const trade = only([
      move(0, tokenA, signer, pool, 10n),
      move(1, tokenB, pool, router, 20n),
      swap(2, pool, router, [10n, 0n, 0n, 20n]),
      move(3, tokenB, router, address('9'), 1n),
      move(4, tokenB, router, other, 19n),
    ])
    expect(trade.receiver).toBe(other)
  })

  test('of a route through two pools is the same for both legs, each leg once and in order', () => {
    const trades = decode([
      move(0, tokenA, signer, pool, 10n),
      move(1, tokenB, pool, second, 20n),
      swap(2, pool, second, [10n, 0n, 0n, 20n]),
      move(3, tokenC, second, other, 30n),
      swap(4, second, other, [20n, 0n, 0n, 30n]),
    ])
    expect(trades).toMatchObject([
      { leg: 0, pool, receiver: other },
      { leg: 1, pool: second, receiver: other, tokenOut: { token: tokenC } },
    ])
  })

  const unwrap = (index: number, raw: bigint): RawLog =>
    log(index, tokenB, ['0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65', topic(router)], [raw])
  const paidToRouter = [move(0, tokenA, signer, pool, 10n), move(1, tokenB, pool, router, 20n), swap(2, pool, router, [10n, 0n, 0n, 20n])]

  test('is unknown when a contract unwraps coins without naming a receiver', () => {
    expect(only([...paidToRouter, unwrap(3, 20n)]).receiver).toBeNull()
  })

  test.each(['(address,address,bool)', '(address,address,bool,address)'])('is named by a call with routes of %s', (route) => {
    const abi = parseAbi([`function swapExactTokensForETH(uint256, uint256, ${route}[], address, uint256)`] as readonly string[]) as Abi
    const steps = [[tokenA, tokenB, false, ...(route.endsWith('address)') ? [pool] : [])]]
    const input = encodeFunctionData({ abi, functionName: 'swapExactTokensForETH', args: [10n, 1n, steps, other, 9n] })
    const transaction = { network: 'eth', tx: hash, signer, to: router, input, time: 1, logs: [...paidToRouter, unwrap(3, 20n)] } as const
    expect(decodeLegs(transaction, lookups({}))).toMatchObject([{ receiver: other }])
  })

  test.each([
    ['unwrapWETH9(uint256,address)', [1n, other], other],
    ['unwrapWETH9(uint256)', [1n], signer],
    ['unwrapWETH9WithFee(uint256,address,uint256,address)', [1n, other, 30n, pool], other],
    ['unwrapWETH9WithFee(uint256,uint256,address)', [1n, 30n, pool], signer],
    ['unwrapWNativeToken(uint256,address)', [1n, other], other],
    ['unwrapWNativeTokenWithFee(uint256,address,uint256,address)', [1n, other, 30n, pool], other],
  ])('is named by %s in a bundle', (signature, args, receiver) => {
    const step = encodeFunctionData({ abi: parseAbi([`function ${signature}`] as readonly string[]) as Abi, args })
    const input = encodeFunctionData({ abi: parseAbi(['function multicall(bytes[])']), args: [[step]] })
    const transaction = { network: 'eth', tx: hash, signer, to: router, input, time: 1, logs: [...paidToRouter, unwrap(3, 20n)] } as const
    expect(decodeLegs(transaction, lookups({}))).toMatchObject([{ receiver }])
  })

  test('is not the one that receives a fee before the rest is unwrapped', () => {
    expect(only([...paidToRouter, move(3, tokenB, router, other, 1n), unwrap(4, 19n)]).receiver).toBeNull()
  })

  test('is the one that receives the whole amount, whatever else the contract unwraps', () => {
    expect(only([...paidToRouter, unwrap(3, 50n), move(4, tokenB, router, other, 20n)]).receiver).toBe(other)
  })

  test('of two bundled account operations is each account itself, or the address to which it forwards, while the bundler signs', () => {
    const [one, two, friend] = ['a', 'b', 'c'].map(address) as [Address, Address, Address]
    const trades = decode([
      move(0, tokenA, one, pool, 10n),
      move(1, tokenB, pool, one, 20n),
      swap(2, pool, one, [10n, 0n, 0n, 20n]),
      move(3, tokenA, two, pool, 11n),
      move(4, tokenB, pool, two, 21n),
      swap(5, pool, two, [11n, 0n, 0n, 21n]),
      move(6, tokenB, two, friend, 21n),
    ])
    expect(trades).toMatchObject([
      { signer, receiver: one },
      { signer, receiver: friend },
    ])
  })

  describe('of an output that goes on to several addresses', () => {
    const [third, lender, helper] = ['a', 'b', 'c'].map(address) as [Address, Address, Address]
    /** The router gets 20 of token B. */
    const bought = (to = router): RawLog[] => [
      move(10, tokenA, helper, pool, 10n),
      move(11, tokenB, pool, to, 20n),
      swap(12, pool, to, [10n, 0n, 0n, 20n]),
    ]
    const receivers = (logs: readonly RawLog[]): (Address | null)[] => decode(logs).flatMap((one) => (one.kind === 'trade' ? [one.receiver] : []))

    test('is unknown where two wallets got large parts', () => {
      expect(receivers([...bought(), move(13, tokenB, router, other, 12n), move(14, tokenB, router, third, 8n)])).toEqual([null])
    })

    test('is unknown where many wallets got small parts, and known where all fees together are small', () => {
      const wallets = ['d', 'e', 'f', '7', '9'].map(address)
      expect(receivers([...bought(), ...wallets.map((wallet, n) => move(13 + n, tokenB, router, wallet, 4n))])).toEqual([null])
      const fees = wallets.map((wallet, n) => move(14 + n, tokenB, router, wallet, n < 4 ? 1n : 0n))
      expect(receivers([...bought(), move(13, tokenB, router, other, 16n), ...fees])).toEqual([other])
    })

    test('is unknown where a wallet with a small part traded too, and known where that part is a fee, a tax or burnt', () => {
      const parts = (to: Address): RawLog[] => [...bought(), move(13, tokenB, router, other, 18n), move(14, tokenB, router, to, 2n)]
      expect(receivers([move(0, tokenC, third, router, 5n), ...parts(third)])).toEqual([null])
      expect(receivers(parts(third))).toEqual([other])
      expect(receivers([move(0, tokenC, tokenB, router, 5n), ...parts(tokenB)])).toEqual([other])
      expect(receivers([...bought(), move(13, tokenB, router, other, 12n), move(14, tokenB, router, address('0'), 8n)])).toEqual([other])
    })

    test('is unknown where a contract burns or converts all, and nobody got the token', () => {
      expect(receivers([...bought(), move(13, tokenB, router, address('0'), 20n)])).toEqual([null])
      expect(
        receivers([move(0, tokenA, signer, pool, 10n), move(1, tokenB, pool, address('0'), 20n), swap(2, pool, address('0'), [10n, 0n, 0n, 20n])]),
      ).toEqual([null])
    })

    /** https://github.com/cowprotocol/contracts/blob/main/src/contracts/GPv2Settlement.sol: owner, tokens sold and bought, amounts, fee, id of the order. */
    const order = (index: number, owner: Address, buyToken: Address, raw: bigint): RawLog =>
      log(
        index,
        router,
        ['0xa07a543ab8a018198e99ca0184c93fe9050a79400a0a723441f84de1d972cc17', topic(owner)],
        [...[BigInt(tokenA), BigInt(buyToken), 5n, raw, 0n, 192n, 0n]],
      )
    test('is unknown in a batch that settles two orders for the token, of owners who paid earlier', () => {
      const paid = [...bought(), move(13, tokenB, router, other, 19n), move(14, tokenB, router, third, 1n)]
      expect(receivers([order(0, other, tokenB, 19n), order(1, third, tokenB, 1n), ...paid])).toEqual([null])
      expect(receivers([order(0, other, tokenB, 19n), order(1, third, tokenC, 1n), ...paid])).toEqual([other])
    })

    test('is the wallet of its amount in a batch with a leg for each order', () => {
      const logs = [
        ...[order(0, other, tokenB, 20n), order(1, third, tokenB, 7n), ...bought()],
        ...[move(13, tokenC, router, second, 3n), move(14, tokenB, second, router, 7n), swap(15, second, router, [0n, 3n, 7n, 0n])],
        ...[move(16, tokenB, router, other, 20n), move(17, tokenB, router, third, 7n)],
      ]
      expect(receivers(logs)).toEqual([other, third])
    })

    test('is the same where two pools of the route got parts, and unknown where one part went to a venue that is not decoded', () => {
      const split = (to: Address): RawLog[] => [
        ...[...bought(), move(13, tokenB, router, second, 11n), move(14, tokenC, second, other, 5n), swap(15, second, other, [11n, 0n, 0n, 5n])],
        ...[move(16, tokenB, router, to, 9n), move(17, tokenC, to, other, 4n)],
      ]
      expect(receivers([...split(third), swap(18, third, other, [9n, 0n, 0n, 4n])])).toEqual([other, other, other])
      expect(receivers(split(third))).toEqual([null, other])
    })

    test('is the borrower and not the lender whose flash loan it returns', () => {
      const loan = [move(0, tokenB, lender, router, 19n), ...bought()]
      expect(receivers([...loan, move(13, tokenB, router, lender, 19n)])).toEqual([router])
      expect(receivers([...loan, move(13, tokenB, router, lender, 19n), move(14, tokenB, router, signer, 1n)])).toEqual([router])
      const back = [move(0, tokenB, signer, router, 19n), ...bought(), move(13, tokenB, router, signer, 19n)]
      expect(receivers(back)).toEqual([signer])
    })

    test('is the contract that adds the output to the liquidity of a pool', () => {
      expect(receivers([...bought(), move(13, tokenA, router, pool, 3n), move(14, tokenB, router, pool, 20n)])).toEqual([router])
    })

    test('is the contract that repays a flash swap with it, for every leg', () => {
      const logs = [
        ...[move(0, tokenB, second, router, 20n), move(1, tokenB, router, pool, 20n), move(2, tokenA, pool, router, 10n)],
        ...[swap(3, pool, router, [0n, 20n, 10n, 0n]), move(4, tokenA, router, second, 9n), swap(5, second, router, [9n, 0n, 0n, 20n])],
      ]
      expect(receivers(logs)).toEqual([router, router])
    })

    test('follows a flash swap whose event comes after the swaps that it pays for', () => {
      const logs = [
        ...[move(0, tokenB, pool, router, 20n), move(1, tokenB, router, second, 20n), move(2, tokenC, second, other, 30n)],
        ...[swap(3, second, other, [20n, 0n, 0n, 30n]), move(4, tokenA, other, pool, 10n), swap(5, pool, router, [10n, 0n, 0n, 20n])],
      ]
      expect(receivers(logs)).toEqual([other, other])
    })
  })
})
