import { keccak256, pad, toBytes, type Hex } from 'viem'
import { expect, it, test } from 'vitest'
import { trustedAddress, type Address } from '../../../../src-shared/domain/address.ts'
import type { RawLog } from '../transaction/log.ts'
import { CREATION_EVENTS, creatorNamed } from './token-creators.ts'

test.each(Object.entries(CREATION_EVENTS))('%s is the hash of the signature beside it', (topic, { signature }) => {
  expect(keccak256(toBytes(signature))).toBe(topic)
})

const at = (byte: string): Address & Hex => trustedAddress(`0x${byte.repeat(20)}`) as Address & Hex
const [token, creator, bot] = [at('11'), at('22'), at('33')]
const clanker = trustedAddress('0xe85a59c628f7d27878aceb4bf3b35733630083a9')
const created = (emitter: string, of: Address & Hex): RawLog =>
  ({
    address: emitter,
    topics: ['0x9299d1d1a88d8e1abdc591ae7a167a6bc63a8f17d695804e9091ee33aa89fb67', pad(of), pad(creator)],
    data: pad(bot),
    logIndex: 0,
  }) as unknown as RawLog

it('a launchpad names the creator of the token, where a bot signed; other contracts, networks and tokens do not count', () => {
  const named = (log: RawLog, network: 'base' | 'eth' = 'base'): string | null => creatorNamed(network, token, [log])
  expect(named(created(clanker, token))).toBe(creator)
  expect(named(created(bot, token))).toBe(null)
  expect(named(created(clanker, bot))).toBe(null)
  expect(named(created(clanker, token), 'eth')).toBe(null)
})
