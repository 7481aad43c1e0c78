import { parseAbi } from 'viem'

/** The contract functions that the adapter calls. */

export const tokenAbi = parseAbi([
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint256)',
  'function totalSupply() view returns (uint256)',
  'function owner() view returns (address)',
  'function balanceOf(address) view returns (uint256)',
])

/** Some tokens from before 2017 (MKR, SAI) declare name and symbol as bytes32. */
export const oldTokenAbi = parseAbi(['function name() view returns (bytes32)', 'function symbol() view returns (bytes32)'])

export const pairAbi = parseAbi([
  'function token0() view returns (address)',
  'function token1() view returns (address)',
  'function factory() view returns (address)',
  'function fee() view returns (uint24)',
])

export const factoryAbi = parseAbi([
  'function getPair(address, address) view returns (address)',
  'function getPool(address, address, uint24) view returns (address)',
])

/** Factories of pools of two kinds for a pair: https://github.com/aerodrome-finance/contracts/blob/main/contracts/interfaces/factories/IPoolFactory.sol. */
export const stableFactoryAbi = parseAbi([
  'function getPool(address, address, bool) view returns (address)',
  'function getPair(address, address, bool) view returns (address)',
])
/** https://github.com/aerodrome-finance/slipstream/blob/main/contracts/core/interfaces/ICLFactory.sol */
export const spacingFactoryAbi = parseAbi(['function getPool(address, address, int24) view returns (address)'])
/** https://github.com/cryptoalgebra/Algebra/blob/master/src/core/contracts/interfaces/IAlgebraFactory.sol */
export const algebraFactoryAbi = parseAbi(['function poolByPair(address, address) view returns (address)'])
/** The property that distinguishes pools of one pair and factory. */
export const poolKindAbi = parseAbi(['function stable() view returns (bool)', 'function tickSpacing() view returns (int24)'])

export const accountAbi = parseAbi([
  'function entryPoint() view returns (address)',
  'function VERSION() view returns (string)',
  'function getThreshold() view returns (uint256)',
])
