import { toFunctionSignature, type AbiFunction } from 'viem'
import { expect, test } from 'vitest'
import { trustedAddress, type Address } from '../../../../../src-shared/domain/address.ts'
import type { ContractCall } from '../../rpc/multicall.ts'
import type { Node } from '../../rpc/node.ts'
import { factoriesOf } from '../../venues/registry.ts'
import { poolsByBehaviour } from './by-behaviour.ts'

const address = (digits: string): Address => trustedAddress(`0x${digits.repeat(20)}`)
const [TOKEN, OTHER, WALLET] = [address('11'), address('22'), address('33')]
const at = { number: 9, hash: '0x', time: 1_000 }

/** Factories of Base (resources/dex/evm-factories.json), and the functions by which they and their pools are recognised. */
const KINDS = [
  {
    pool: address('a1'),
    factory: trustedAddress('0x420dd381b31aef6683db6b902084cb0ffece40da'),
    dex: 'Aerodrome',
    version: 'v1 (volatile/stable)',
    property: { 'stable()': true },
    call: 'getPool(address,address,bool)',
  },
  {
    pool: address('a2'),
    factory: trustedAddress('0x5e7bb104d84c7cb9b682aac2f3d509f5f406809a'),
    dex: 'Aerodrome',
    version: 'slipstream',
    property: { 'tickSpacing()': 200, 'fee()': 10_000 },
    call: 'getPool(address,address,int24)',
  },
  {
    pool: address('a3'),
    factory: trustedAddress('0x36077d39cdc65e1e3fb65810430e5b2c4d5fa29e'),
    dex: 'hydrex',
    version: '3',
    property: { 'tickSpacing()': 60 },
    call: 'poolByPair(address,address)',
  },
  {
    pool: address('a4'),
    factory: trustedAddress('0x33128a8fc17869897dce68ed026d694621f6fdfd'),
    dex: 'Uniswap',
    version: '3',
    property: { 'tickSpacing()': 60, 'fee()': 3_000 },
    call: 'getPool(address,address,uint24)',
  },
] as const

const KEYS: Readonly<Record<string, unknown>> = { 'getPool(address,address,bool)': true, 'getPool(address,address,int24)': 200 }

function answerOf({ to, abi, name, args = [] }: ContractCall): unknown {
  const signatures = abi.flatMap((one) => (one.type === 'function' && one.name === name ? [toFunctionSignature(one as AbiFunction)] : []))
  const pool = KINDS.find((kind) => kind.pool === to)
  if (pool !== undefined) {
    const answers: Readonly<Record<string, unknown>> = { 'token0()': TOKEN, 'token1()': OTHER, 'factory()': pool.factory, ...pool.property }
    return answers[signatures[0] ?? ''] ?? null
  }
  const made = KINDS.find(({ factory, call }) => factory === to && signatures.includes(call))
  const key = KEYS[made?.call ?? ''] ?? args[2]
  return made !== undefined && args[0] === TOKEN && args[1] === OTHER && args[2] === key ? made.pool : null
}

const multicall = { read: (calls: readonly ContractCall[]) => Promise.resolve(calls.map(answerOf)) }

test('finds pools of every family that their listed factory confirms, also those created before the blocks that are read', async () => {
  const stored = { kind: 'pool', network: 'base', token0: TOKEN, token1: OTHER, createdBlock: 1, createdTx: null } as const
  const known = KINDS.map(({ pool, dex, version }) => ({ ...stored, address: pool, dex, dexVersion: version }))
  const candidates = [WALLET, ...KINDS.map(({ pool }) => pool)]
  const found = await poolsByBehaviour(
    { rpc: {}, multicall } as unknown as Node,
    'base',
    factoriesOf('base'),
    { token: TOKEN, candidates, known },
    at,
    new AbortController().signal,
  )
  expect(found).toEqual(known)
})
