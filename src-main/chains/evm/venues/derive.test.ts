import { encodeAbiParameters, keccak256, type Hex } from 'viem'
import { expect, test } from 'vitest'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import { NATIVE } from '../../../../src-shared/domain/events.ts'
import { decodeEvmTransaction } from '../decode/decode-transaction.ts'
import { TRANSFER_TOPIC } from '../transaction/transfer-log.ts'
import { proveExchange } from './derive.ts'

const [manager, token, trader] = ['1', '2', '3'].map((digit) => `0x${digit.repeat(40)}` as Hex) as [Hex, Hex, Hex]
const word = (value: bigint): string => BigInt.asUintN(256, value).toString(16).padStart(64, '0')
const topic = (of: Hex): Hex => `0x${of.slice(2).padStart(64, '0')}`

test('no exchange deploys a pool of the native coin', () => {
  expect(proveExchange('eth', trustedAddress(manager), NATIVE, trustedAddress(token))).toBeNull()
})

/** Swap(bytes32,address,int128,int128,uint160,uint128,int24,uint24): https://github.com/Uniswap/v4-core/blob/main/src/interfaces/IPoolManager.sol. */
test('a swap of native coin in a manager of Uniswap v4 that is not listed is a trade of an unlisted venue', () => {
  const key = [`0x${'0'.repeat(40)}`, token, 3_000, 60, `0x${'0'.repeat(40)}`] as const
  const id = keccak256(
    encodeAbiParameters([{ type: 'address' }, { type: 'address' }, { type: 'uint24' }, { type: 'int24' }, { type: 'address' }], key),
  )
  const hash = `0x${'ab'.repeat(32)}`
  const place = { blockNumber: '0x7', blockHash: hash, transactionHash: hash, transactionIndex: '0x1' }
  const swapped = ['0x40e9cecb9f5f1f1c5b9c97dec2917b7ee92e57ba5563708daca94dd84ad7112f', id, topic(trader)]
  const logs = [
    { address: manager, topics: swapped, data: `0x${[-10n, 20n, 1n, 1n, 1n, 3_000n].map(word).join('')}`, logIndex: '0x0', ...place },
    { address: token, topics: [TRANSFER_TOPIC, topic(manager), topic(trader)], data: `0x${word(20n)}`, logIndex: '0x1', ...place },
  ]
  const receipt = { ...place, from: trader, to: manager, contractAddress: null, status: '0x1', logs }
  const events = decodeEvmTransaction({
    ...{ network: 'eth', receipt, time: null, tokenInfo: () => null },
    tx: { hash, from: trader, to: manager, value: '0xa', input: '0x', ...place },
  })
  expect(events.filter(({ kind }) => kind === 'trade')).toMatchObject([
    { dex: 'uniswap-v4-fork', tokenIn: { token: NATIVE, raw: 10n }, tokenOut: { token, raw: 20n }, receiver: trader },
  ])
})
