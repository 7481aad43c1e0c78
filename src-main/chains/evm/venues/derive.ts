import { encodeAbiParameters, encodePacked, getCreate2Address, keccak256, type Hex } from 'viem'
import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import { NATIVE } from '../../../../src-shared/domain/events.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'

/**
 * Proves which exchange a pool belongs to without a node: the CREATE2 address of a pool follows from its deployer, its two tokens (and
 * fee) and the hash of its code. The code hashes are published in the exchanges' libraries:
 * https://github.com/Uniswap/v2-periphery/blob/master/contracts/libraries/UniswapV2Library.sol
 * https://github.com/Uniswap/v3-periphery/blob/main/contracts/libraries/PoolAddress.sol
 * and the copies of these files in the forks' repositories.
 */
interface Exchange {
  readonly dex: string
  readonly version: string
  /** Fee tiers that a pool's address depends on; null for v2. */
  readonly fees: readonly number[] | null
  readonly deployers: readonly Deployer[]
}

interface Deployer {
  readonly networks: readonly NetworkId[]
  readonly address: Hex
  readonly codeHash: Hex
}

const UNISWAP_V2_CODE: Hex = '0x96e8ac4277198ff8b6f785478aa9a39f403cb768dd02cbee326c3e7da348845f'
const UNISWAP_V3_CODE: Hex = '0xe34f199b19b2b4f47f68442619d555527d244f78a3297ea89325f843f87b8b54'
const SUSHI_V2_CODE: Hex = '0xe18a34eb0e04b04f7a0ac29a6e80748dca96319b42c54d679cb821dca90c6303'
const PANCAKE_V2_CODE: Hex = '0x57224589c67f3f30a6b0d7a1b54cf3153ab84563bc609ef41dfb34f8b2974d2d'
const PANCAKE_V2_BSC_CODE: Hex = '0x00fb7f630766e6a796048ea87d01acd3068e8ff67d078148a3fa3f4a84f69bd5'
const PANCAKE_V3_CODE: Hex = '0x6ce8eb472fa82df5469c6ab6d485f17c3ad13c8cd7af59b3d4a8026c5ce0f7e2'

const EXCHANGES: readonly Exchange[] = [
  {
    ...{ dex: 'Uniswap', version: '2', fees: null },
    deployers: [
      { networks: ['eth'], address: '0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f', codeHash: UNISWAP_V2_CODE },
      { networks: ['base', 'bsc'], address: '0x8909dc15e40173ff4699343b6eb8132c65e18ec6', codeHash: UNISWAP_V2_CODE },
    ],
  },
  {
    ...{ dex: 'SushiSwap', version: '2', fees: null },
    deployers: [
      { networks: ['eth'], address: '0xc0aee478e3658e2610c5f7a4a2e1777ce9e4f2ac', codeHash: SUSHI_V2_CODE },
      { networks: ['bsc'], address: '0xc35dadb65012ec5796536bd9864ed8773abc74c4', codeHash: SUSHI_V2_CODE },
      { networks: ['base'], address: '0x71524b4f93c58fcbf659783284e38825f0622859', codeHash: SUSHI_V2_CODE },
    ],
  },
  {
    ...{ dex: 'PancakeSwap', version: '2', fees: null },
    deployers: [
      { networks: ['bsc'], address: '0xca143ce32fe78f1f7019d7d551a6402fc5350c73', codeHash: PANCAKE_V2_BSC_CODE },
      { networks: ['eth'], address: '0x1097053fd2ea711dad45caccc45eff7548fcb362', codeHash: PANCAKE_V2_CODE },
      { networks: ['base'], address: '0x02a84c1b3bbd7401a5f7fa98a384ebc70bb5749e', codeHash: PANCAKE_V2_CODE },
    ],
  },
  {
    ...{ dex: 'Uniswap', version: '3', fees: [100, 500, 3_000, 10_000] },
    deployers: [
      { networks: ['eth'], address: '0x1f98431c8ad98523631ae4a59f267346ea31f984', codeHash: UNISWAP_V3_CODE },
      { networks: ['base'], address: '0x33128a8fc17869897dce68ed026d694621f6fdfd', codeHash: UNISWAP_V3_CODE },
      { networks: ['bsc'], address: '0xdb1d10011ad0ff90774d0c6bb92e5c5c8b4461f7', codeHash: UNISWAP_V3_CODE },
    ],
  },
  {
    ...{ dex: 'PancakeSwap', version: '3', fees: [100, 500, 2_500, 10_000] },
    deployers: [{ networks: ['eth', 'base', 'bsc'], address: '0x41ff9aa7e16b8b1a8a8dc4f0efacd93d02d071c9', codeHash: PANCAKE_V3_CODE }],
  },
]

export interface ProvenExchange {
  readonly dex: string
  readonly version: string
  /** The pool's fee tier in hundredths of a basis point; null for v2, whose addresses do not depend on it. */
  readonly fee: number | null
}

/** The exchange that would deploy its pool of these two tokens at this address; null when no known one would. */
export function proveExchange(network: NetworkId, pool: Address, a: Address, b: Address): ProvenExchange | null {
  if (a === NATIVE || b === NATIVE) return null
  const [token0, token1] = a < b ? [a as Hex, b as Hex] : [b as Hex, a as Hex]
  for (const { dex, version, fees, deployers } of EXCHANGES) {
    const deployer = deployers.find(({ networks }) => networks.includes(network))
    if (deployer === undefined) continue
    const found = salts(fees, token0, token1).find(({ salt }) => poolAddress(deployer, salt) === pool)
    if (found !== undefined) return { dex, version, fee: found.fee }
  }
  return null
}

function salts(fees: Exchange['fees'], token0: Hex, token1: Hex): { readonly salt: Hex; readonly fee: number | null }[] {
  if (fees === null) return [{ salt: keccak256(encodePacked(['address', 'address'], [token0, token1])), fee: null }]
  const types = [{ type: 'address' }, { type: 'address' }, { type: 'uint24' }] as const
  return fees.map((fee) => ({ salt: keccak256(encodeAbiParameters(types, [token0, token1, fee])), fee }))
}

const poolAddress = ({ address, codeHash }: Deployer, salt: Hex): Address =>
  trustedAddress(getCreate2Address({ from: address, salt, bytecodeHash: codeHash }).toLowerCase())
