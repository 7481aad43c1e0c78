import { trustedAddress, type Address, type TokenKey } from '../../../src-shared/domain/address.ts'
import type { Trade } from '../../../src-shared/domain/events.ts'
import type { Holding, TokenInfo } from '../../../src-shared/domain/token.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import type { Store } from '../../store/interface.ts'

/**
 * The scenario of the server's tests: one launch on three networks. The creator keeps a tenth, three wallets buy in the first blocks, two buy later,
 * a pool holds the rest, and all of them trade a little.
 */

/** 14 November 2023, 22:13:20 UTC, the fixed time of the tests' clock. */
export const STORY_NOW_MS = 1_700_000_000_000
const LAUNCH_SECONDS = 1_699_990_000
const LAUNCH_BLOCK = 1_000
/** The last block that was read. */
const READ_TO_BLOCK = LAUNCH_BLOCK + 5_000

/** Real program-like addresses for Solana, since base58 must hold 32 bytes. */
const SOL_ADDRESSES = [
  'So11111111111111111111111111111111111111112',
  'ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'ComputeBudget111111111111111111111111111111',
  'Stake11111111111111111111111111111111111111',
  'Vote111111111111111111111111111111111111111',
  'Config1111111111111111111111111111111111111',
  'Sysvar1111111111111111111111111111111111111',
  'SysvarC1ock11111111111111111111111111111111',
  'SysvarRent111111111111111111111111111111111',
].map(trustedAddress)

const evm = (n: number): Address => trustedAddress(`0x${n.toString(16).padStart(40, '0')}`)
const sui = (n: number): Address => trustedAddress(`0x${n.toString(16).padStart(64, '0')}`)

export interface Story {
  readonly token: TokenKey
  readonly quote: Address
  readonly pool: Address
  readonly creator: Address
  readonly buyers: readonly Address[]
}

function makeStory(network: NetworkId, token: Address, quote: Address, people: readonly Address[]): Story {
  const [pool, creator, ...buyers] = people
  if (pool === undefined || creator === undefined) throw new Error('a story needs a pool and a creator')
  return { token: { network, address: token }, quote, pool, creator, buyers }
}

const [WSOL, SOL_TOKEN, ...SOL_PEOPLE] = SOL_ADDRESSES as [Address, Address, ...Address[]]
export const SOL: Story = makeStory('sol', SOL_TOKEN, WSOL, SOL_PEOPLE)
export const ETH: Story = makeStory(
  'eth',
  trustedAddress('0xdac17f958d2ee523a2206206994597c13d831ec7'),
  evm(0xee),
  [10, 11, 12, 13, 14, 15, 16].map(evm),
)
export const SUI: Story = makeStory(
  'sui',
  trustedAddress(`${sui(0xabc)}::pep::PEP`),
  trustedAddress(`${sui(2)}::sui::SUI`),
  [20, 21, 22, 23, 24, 25, 26].map(sui),
)
export const STORIES: readonly Story[] = [SOL, ETH, SUI]

/** Wrong EIP-55 checksum: the case of letters in a valid address is changed. */
export const WRONG_CHECKSUM = '0xdAC17F958D2ee523a2206206994597C13D831ec7'.replace('dAC', 'dac')
export const UNREAD: Readonly<Record<'sol' | 'eth', string>> = {
  sol: 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  eth: '0x00000000000000000000000000000000000000ff',
}

const DECIMALS = 6
const SUPPLY = 1_000_000_000n * 10n ** BigInt(DECIMALS)

export function storyToken({ token, creator }: Story): TokenInfo {
  return {
    ...token,
    name: 'Pepper',
    symbol: 'PEP',
    decimals: DECIMALS,
    totalSupply: SUPPLY,
    logo: null,
    creator,
    owner: null,
    createdAt: LAUNCH_SECONDS,
    createdBlock: LAUNCH_BLOCK,
    createdTx: `${token.network}-launch`,
    origin: 'node',
    asOf: STORY_NOW_MS / 1000 - 60,
    asOfBlock: READ_TO_BLOCK,
    holderCount: SHARES.length,
    notes: [],
  }
}

/** Shares in percent: the pool, the creator, then the buyers. */
const SHARES = [60n, 10n, 9n, 8n, 6n, 4n, 3n]

export function storyHoldings({ pool, creator, buyers }: Story): Holding[] {
  return [pool, creator, ...buyers].slice(0, SHARES.length).map((address, index) => ({
    address,
    raw: (SUPPLY * (SHARES[index] ?? 0n)) / 100n,
    verified: true,
  }))
}

/** Trade number `n`: every second one sells, every fifth is routed to another wallet. */
export function storyTrade({ token, quote, pool, buyers }: Story, n: number): Trade {
  const signer = buyers[n % buyers.length] ?? pool
  const inToken = { token: quote, raw: BigInt(n + 1) * 10n ** 9n, decimals: 9, usd: n + 1 }
  const outToken = { token: token.address, raw: BigInt(n + 1) * 10n ** BigInt(DECIMALS + 3), decimals: DECIMALS, usd: null }
  const sells = n % 2 === 1
  return {
    kind: 'trade',
    network: token.network,
    position: { block: LAUNCH_BLOCK + n, tx: n % 7, event: 0 },
    time: LAUNCH_SECONDS + n,
    tx: `${token.network}-trade-${n}`,
    dex: 'pepperswap',
    dexVersion: '1',
    signer,
    receiver: n % 5 === 0 ? (buyers[0] ?? null) : signer,
    pool,
    tokenIn: sells ? outToken : inToken,
    tokenOut: sells ? inToken : outToken,
    feeUsd: n % 3 === 0 ? null : 0.25,
    leg: 0,
    source: 'event',
    confidence: 'sure',
  }
}

export const STORY_TRADES = 120

/** Stores the story of every network. */
export async function seedStory(store: Store): Promise<void> {
  for (const story of STORIES) {
    const { token } = story
    await store.write.saveToken(storyToken(story))
    await store.write.saveBalances({ token, rows: storyHoldings(story), replaceAll: true })
    const rows = Array.from({ length: STORY_TRADES }, (_, n) => storyTrade(story, n))
    await store.write.saveTrades({ network: token.network, rows, token, covers: { from: LAUNCH_BLOCK, to: READ_TO_BLOCK } })
    await store.write.savePools({
      token,
      covers: { from: LAUNCH_BLOCK, to: READ_TO_BLOCK },
      rows: [
        {
          kind: 'pool',
          network: token.network,
          address: story.pool,
          dex: 'pepperswap',
          dexVersion: '1',
          token0: token.address,
          token1: story.quote,
          createdBlock: LAUNCH_BLOCK,
          createdTx: `${token.network}-pool`,
        },
      ],
    })
    await store.write.saveLabels({
      network: token.network,
      source: 'story',
      rows: [
        {
          address: story.pool,
          name: 'Pepperswap PEP pool',
          tags: ['liquidity_pool', 'smart_contract'],
          category: 'dex',
          linkPolicy: 'hub',
          source: 'story',
        },
      ],
    })
  }
}
