import { toFunctionSelector } from 'viem'
import { describe, expect, it } from 'vitest'
import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import type { Pool, TradingSwitch } from '../../../../../src-shared/domain/events.ts'
import { NodeFault } from '../../../rpc/node-fault.ts'
import type { Node } from '../../rpc/node.ts'
import { factoriesOf } from '../../venues/registry.ts'
import { findTradingSwitch } from './trading-switch.ts'

const address = (digits: string): Address => trustedAddress(`0x${digits.repeat(20)}`)
const [TOKEN, POOL, OTHER] = [address('a1'), address('b2'), address('c3')]
const hash = (n: number): string => `0x${n.toString(16).padStart(64, '0')}`
const [BALANCE, TRANSFER] = [toFunctionSelector('balanceOf(address)'), toFunctionSelector('transfer(address,uint256)')]
const [APPROVE, OPEN] = [toFunctionSelector('approve(address,uint256)'), toFunctionSelector('openTrading()')]
const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`
const [HEAD, FIRST_SWAP, SINCE] = [5_000, 1_000, 100]

interface Launch {
  /** The first block in which the pool holds the token, and the first in which anyone may take it out. */
  readonly filled: number
  readonly open: number
  /** What a transfer that succeeds returns. */
  readonly returns?: string
  /** What a failed transfer returns; null if it reverts. */
  readonly refusal?: string | null
  readonly calls?: readonly { readonly to: Address | null; readonly input?: string }[]
}

function find({ filled, open, returns = word(1), refusal = null, calls = [{ to: TOKEN, input: OPEN }] }: Launch, pool: Partial<Pool> = {}) {
  const rpc = {
    hosts: 'node',
    call(method: string, [{ from, to, data }, at]: readonly [{ from: string; to: string; data: string }, string]): Promise<unknown> {
      expect([method, from, to]).toEqual(['eth_call', POOL, TOKEN])
      const block = Number(at)
      if (data.startsWith(BALANCE)) return Promise.resolve(word(block < filled ? 0 : 10_000))
      expect(data.slice(0, 10)).toBe(TRANSFER)
      if (block >= open) return Promise.resolve(returns)
      if (refusal !== null) return Promise.resolve(refusal)
      return Promise.reject(new NodeFault({ kind: 'reverted', host: 'node', method, text: 'closed' }))
    },
  }
  const blocks = {
    withTransactions: (number: number) => {
      expect(number).toBe(open)
      return Promise.resolve({ transactions: calls.map((call, i) => ({ ...call, hash: hash(i), transactionIndex: i + 10 })) })
    },
  }
  const place = { kind: 'pool', network: 'eth', address: POOL, dex: 'Uniswap', dexVersion: '2', token0: TOKEN, token1: OTHER } as const
  const query = { token: TOKEN, pool: { ...place, createdBlock: null, createdTx: null, ...pool }, firstSwap: FIRST_SWAP, since: SINCE }
  return findTradingSwitch({ rpc, blocks } as unknown as Node, factoriesOf('eth'), query, HEAD, new AbortController().signal)
}

describe('the switch that opened trading', () => {
  it.each([
    ['in the block of the first swap', { filled: 900, open: FIRST_SWAP }],
    ['in the block before it', { filled: 900, open: FIRST_SWAP - 1 }],
    ['some blocks before the first swap', { filled: 950, open: 977 }],
    ['after the first swap, which a privileged account made', { filled: 900, open: 1_037 }],
    ['of a token whose transfers return nothing', { filled: 900, open: 998, returns: '0x' }],
    ['of a token whose transfers return false in place of failing', { filled: 900, open: 998, refusal: word(0) }],
  ] satisfies [string, Launch][])('is found %s', async (_where, launch) => {
    expect(await find(launch)).toEqual({ block: launch.open, tx: hash(0), txIndex: 10 } satisfies TradingSwitch)
  })

  it('is the only call of the token in its block that does more than move it', async () => {
    const moves = [
      { to: TOKEN, input: TRANSFER },
      { to: TOKEN, input: APPROVE },
      { to: OTHER, input: OPEN },
      { to: null, input: OPEN },
      { to: TOKEN },
    ]
    expect(await find({ filled: 900, open: 990, calls: [...moves, { to: TOKEN, input: `${OPEN}00` }] })).toEqual({
      block: 990,
      tx: hash(5),
      txIndex: 15,
    })
    expect(await find({ filled: 900, open: 990, calls: moves })).toEqual({ block: 990, tx: null, txIndex: null })
    const two = [
      { to: TOKEN, input: OPEN },
      { to: TOKEN, input: '0x12345678' },
    ]
    expect(await find({ filled: 900, open: 990, calls: two })).toEqual({ block: 990, tx: null, txIndex: null })
  })

  it('is none where the pool was open long before, or from its first token on', async () => {
    expect(await find({ filled: 120, open: 120 })).toBe('none')
    expect(await find({ filled: 990, open: 990 })).toBe('none')
    expect(await find({ filled: FIRST_SWAP, open: FIRST_SWAP })).toBe('none')
  })

  it('is unknown where trading never opened, or the pool is under the id of a manager that is not listed', async () => {
    expect(await find({ filled: 900, open: HEAD + 1 })).toBeNull()
    expect(await find({ filled: 900, open: 990 }, { address: trustedAddress(hash(7)), dex: 'Unknown' })).toBeNull()
  })
})
