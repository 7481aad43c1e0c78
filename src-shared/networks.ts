/**
 * The networks, one row each. The refused routes, the zeros of the overview, the tabs of the page and the reference all read this table. Facts that
 * only one module needs are in that module (CONTRIBUTING.md#add-a-network).
 */

export const NETWORK_IDS = ['sol', 'eth', 'base', 'bsc', 'sui'] as const
export type NetworkId = (typeof NETWORK_IDS)[number]

export type NetworkFamily = 'solana' | 'evm' | 'sui'

/** Metrics whose public records exist on some networks only (docs/api/rest.md#holder-metrics). */
export type MetricNeed = 'snipers' | 'bundlers' | 'insiders'

export interface NetworkRow {
  readonly id: NetworkId
  readonly name: string
  readonly family: NetworkFamily
  /** The chain's own coin: symbol, decimals of the raw unit, and the tokens that are worth one coin each because they wrap it. */
  readonly native: { readonly symbol: string; readonly decimals: number; readonly wrapped: readonly string[] }
  /** EIP-155 chain id; null off EVM. */
  readonly chainId: number | null
  /** Approximate seconds per block (slot, checkpoint). For searches by time, never for the time of a block. */
  readonly blockSeconds: number
  /** Metrics that the public routes have. The routes under `/local/v1` have all metrics on every network. */
  readonly publicMetrics: Readonly<Record<MetricNeed, boolean>>
  /** Whether a token is a contract of its own, whose code may divert a part of each transfer. */
  readonly tokenCode: boolean
  /** Whether a transaction can pay the builder of its block beyond the fee. */
  readonly builderTips: boolean
  /** Pages of an explorer; `{address}` and `{tx}` are replaced. On Sui, a token is a coin type and a pool an object, which are no accounts. */
  readonly explorer: { readonly address: string; readonly token: string; readonly pool: string; readonly tx: string }
}

const ALL_METRICS = { snipers: true, bundlers: true, insiders: true } as const
const NO_METRICS = { snipers: false, bundlers: false, insiders: false } as const

function evmExplorer(origin: string): NetworkRow['explorer'] {
  return { address: `${origin}/address/{address}`, token: `${origin}/token/{address}`, pool: `${origin}/address/{address}`, tx: `${origin}/tx/{tx}` }
}

export const NETWORKS: Readonly<Record<NetworkId, NetworkRow>> = {
  sol: {
    id: 'sol',
    name: 'Solana',
    family: 'solana',
    chainId: null,
    blockSeconds: 0.4,
    publicMetrics: ALL_METRICS,
    tokenCode: false,
    builderTips: true,
    native: { symbol: 'SOL', decimals: 9, wrapped: ['So11111111111111111111111111111111111111112'] },
    explorer: {
      address: 'https://solscan.io/account/{address}',
      token: 'https://solscan.io/token/{address}',
      pool: 'https://solscan.io/account/{address}',
      tx: 'https://solscan.io/tx/{tx}',
    },
  },
  eth: {
    id: 'eth',
    name: 'Ethereum',
    family: 'evm',
    chainId: 1,
    blockSeconds: 12,
    publicMetrics: NO_METRICS,
    tokenCode: true,
    builderTips: true,
    native: { symbol: 'ETH', decimals: 18, wrapped: ['0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'] },
    explorer: evmExplorer('https://etherscan.io'),
  },
  base: {
    id: 'base',
    name: 'Base',
    family: 'evm',
    chainId: 8453,
    blockSeconds: 2,
    publicMetrics: NO_METRICS,
    tokenCode: true,
    builderTips: true,
    native: { symbol: 'ETH', decimals: 18, wrapped: ['0x4200000000000000000000000000000000000006'] },
    explorer: evmExplorer('https://basescan.org'),
  },
  bsc: {
    id: 'bsc',
    name: 'BNB Smart Chain',
    family: 'evm',
    chainId: 56,
    blockSeconds: 0.75,
    publicMetrics: NO_METRICS,
    tokenCode: true,
    builderTips: true,
    native: { symbol: 'BNB', decimals: 18, wrapped: ['0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c'] },
    explorer: evmExplorer('https://bscscan.com'),
  },
  sui: {
    id: 'sui',
    name: 'Sui',
    family: 'sui',
    chainId: null,
    blockSeconds: 0.25,
    publicMetrics: ALL_METRICS,
    tokenCode: false,
    builderTips: false,
    native: { symbol: 'SUI', decimals: 9, wrapped: [`0x${'0'.repeat(63)}2::sui::SUI`] },
    explorer: {
      address: 'https://suiscan.xyz/mainnet/account/{address}',
      token: 'https://suiscan.xyz/mainnet/coin/{address}',
      pool: 'https://suiscan.xyz/mainnet/object/{address}',
      tx: 'https://suiscan.xyz/mainnet/tx/{tx}',
    },
  },
}

/** The same value for every network. */
export const onEachNetwork = <T>(value: T) => Object.fromEntries(NETWORK_IDS.map((id) => [id, value])) as Record<NetworkId, T>

export function isNetworkId(value: string): value is NetworkId {
  return (NETWORK_IDS as readonly string[]).includes(value)
}
