import { encodeEventTopics, encodeAbiParameters, keccak256, pad, parseAbi, toBytes, zeroHash, type Hex } from 'viem'
import { expect, it, test } from 'vitest'
import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import type { RawLog } from '../transaction/log.ts'
import { CREATION_EVENTS, creatorNamed } from './token-creators.ts'

test.each(Object.entries(CREATION_EVENTS))('%s is the hash of the signature beside it', (topic, { signature }) => {
  expect(keccak256(toBytes(signature))).toBe(topic)
})

const at = (byte: string): Address & Hex => trustedAddress(`0x${byte.repeat(20)}`) as Address & Hex
const [token, creator, bot] = [at('11'), at('22'), at('33')]
const launcher = at('44')
const clanker = trustedAddress('0xe85a59c628f7d27878aceb4bf3b35733630083a9')
const created = (emitter: string, of: Address & Hex): RawLog =>
  ({
    address: emitter,
    topics: ['0x9299d1d1a88d8e1abdc591ae7a167a6bc63a8f17d695804e9091ee33aa89fb67', pad(of), pad(creator)],
    data: pad(bot),
    logIndex: 0,
  }) as unknown as RawLog

it('a launchpad names the creator of the token, where a bot signed; other contracts, networks and tokens do not count', () => {
  const named = (log: RawLog, network: 'base' | 'eth' = 'base'): string | null => creatorNamed(network, token, { to: launcher, logs: [log] })
  expect(named(created(clanker, token))).toBe(creator)
  expect(named(created(bot, token))).toBe(null)
  expect(named(created(clanker, bot))).toBe(null)
  expect(named(created(clanker, token), 'eth')).toBe(null)
})

/** As its source declares it: https://github.com/flayerlabs/flaunchgg-contracts/blob/main/src/contracts/PositionManager.sol. */
const flaunch = parseAbi([
  'struct FlaunchParams { string name; string symbol; string tokenUri; uint256 initialTokenFairLaunch; uint256 fairLaunchDuration; uint256 premineAmount; address creator; uint24 creatorFeeAllocation; uint256 flaunchAt; bytes initialPriceParams; bytes feeCalculatorParams; }',
  'event PoolCreated(bytes32 indexed poolId, address memecoin, address treasury, uint256 tokenId, bool currencyFlipped, uint256 fee, FlaunchParams params)',
])

function flaunched(by: Address & Hex): RawLog {
  const [, ...fields] = flaunch[0].inputs
  const params = { name: 'a name of more than one word of thirty-two bytes', symbol: 'S', tokenUri: 'ipfs://x', initialTokenFairLaunch: 1n } as const
  const rest = { fairLaunchDuration: 2n, premineAmount: 3n, creator: by, creatorFeeAllocation: 4, flaunchAt: 5n, initialPriceParams: '0x06' } as const
  const values = [token, bot, 7n, true, 8n, { ...params, ...rest, feeCalculatorParams: '0x' }] as const
  const topics = encodeEventTopics({ abi: flaunch, args: { poolId: zeroHash } })
  return {
    address: '0x23321f11a6d44fd1ab790044fdfde5758c902fdc',
    topics,
    data: encodeAbiParameters(fields, values),
    logIndex: 0,
  } as unknown as RawLog
}

it('flaunch names the creator among its parameters, and none where its launcher stands in for them', () => {
  const named = (by: Address & Hex): string | null => creatorNamed('base', token, { to: launcher, logs: [flaunched(by)] })
  expect(named(creator)).toBe(creator)
  expect(named(launcher)).toBe(null)
})
