import type { Address } from '../../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'
import { addressAt, data, topic, type EventField } from '../transaction/event-field.ts'
import type { RawLog } from '../transaction/log.ts'

/** Events in which a launchpad names who created a token. The sender of the transaction is often a bot or a relayer of the launchpad. */
interface CreationEvent {
  readonly signature: string
  readonly emitters: Readonly<Partial<Record<NetworkId, readonly string[]>>>
  readonly token: EventField
  readonly creator: EventField
}

const CLANKER_V3 = ['0x375c15db32d28cecdcab5c03ab889bf15cbd2c5e', '0x2a787b2362021cc3eea3c24c4748a6cd5b687382']
const ZORA = { emitters: { base: ['0x777777751622c0d3258f214f9df38e35bf45baf3'] }, creator: topic(2), token: data(4) }
const POOL_KEY = '(address,address,uint24,int24,address)'

/** A topic is keccak256 of its `signature`. */
export const CREATION_EVENTS: Readonly<Record<string, CreationEvent>> = {
  // https://github.com/clanker-devco/v4-contracts
  '0x9299d1d1a88d8e1abdc591ae7a167a6bc63a8f17d695804e9091ee33aa89fb67': {
    signature:
      'TokenCreated(address,address,address,string,string,string,string,string,int24,address,bytes32,address,address,address,uint256,address[])',
    emitters: { base: ['0xe85a59c628f7d27878aceb4bf3b35733630083a9'] },
    ...{ token: topic(1), creator: topic(2) },
  },
  // https://github.com/clanker-devco/contracts
  '0x6b04d68ca5c822b9c981d731c83ecb1356b96c8596c7659d397d234856a4537b': {
    signature: 'TokenCreated(address,address,address,address,address,uint256,string,string,int24,string,uint256,uint256,uint8,address)',
    emitters: { base: CLANKER_V3 },
    ...{ token: topic(1), creator: topic(2) },
  },
  // https://github.com/pefish/go-coin-eth
  '0x396d5e902b675b032348d3d2e9517ee8f0c4a926603fbc075d3d282ff00cad20': {
    signature: 'TokenCreate(address,address,uint256,string,string,uint256,uint256,uint256)',
    emitters: { bsc: ['0x5c952063c7fc8610ffdb798152d69f0b9550762b'] },
    ...{ token: data(1), creator: data(0) },
  },
  '0xc60523754e4c8d044ae75f841c3a7f27fefeed24c086155510c2ae0edf538fa0': {
    signature: 'TokenCreate(address,address,uint256,string,string,uint256,uint256)',
    emitters: { bsc: ['0xec4549cadce5da21df6e6422d448034b5233bfbc'] },
    ...{ token: data(1), creator: data(0) },
  },
  // https://github.com/ourzora/zora-protocol: the caller may be a relayer, and the recipient of payouts is the creator.
  '0x3d1462491f7fa8396808c230d95c3fa60fd09ef59506d0b9bd1cf072d2a03f56': {
    signature: 'CoinCreated(address,address,address,address,string,string,string,address,address,string)',
    ...ZORA,
  },
  '0x2de436107c2096e039c98bbcc3c5a2560583738ce15c234557eecb4d3221aa81': {
    signature: `CoinCreatedV4(address,address,address,address,string,string,string,address,${POOL_KEY},bytes32,string)`,
    ...ZORA,
  },
  '0x74b670d628e152daa36ca95dda7cb0002d6ea7a37b55afe4593db7abd1515781': {
    signature: `CreatorCoinCreated(address,address,address,address,string,string,string,address,${POOL_KEY},bytes32,string)`,
    ...ZORA,
  },
}

/** Whether a launchpad of the network names creators, so that the receipt of a creation is worth a call. */
export const namesCreators = (network: NetworkId): boolean => Object.values(CREATION_EVENTS).some(({ emitters }) => emitters[network] !== undefined)

/** The creator that a listed launchpad names in the logs of the creating transaction; null if none does. */
export function creatorNamed(network: NetworkId, token: Address, logs: readonly RawLog[]): Address | null {
  for (const log of logs) {
    const event = CREATION_EVENTS[log.topics[0] ?? '']
    if (event?.emitters[network]?.includes(log.address) !== true || addressAt(log, event.token) !== token) continue
    const creator = addressAt(log, event.creator)
    if (creator !== null && BigInt(creator) !== 0n) return creator
  }
  return null
}
