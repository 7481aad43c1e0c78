import type { Address } from '../../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../../src-shared/networks.ts'
import { addressAt, data, topic, type EventField } from '../transaction/event-field.ts'
import type { RawReceipt } from '../transaction/raw.ts'

/** Events in which a launchpad names the creator of a token. The sender of the transaction is often a bot or a relayer of the launchpad. */
interface CreationEvent {
  readonly signature: string
  readonly emitters: Readonly<Partial<Record<NetworkId, readonly string[]>>>
  readonly token: EventField
  readonly creator: EventField
}

const CLANKER_V3 = ['0x375c15db32d28cecdcab5c03ab889bf15cbd2c5e', '0x2a787b2362021cc3eea3c24c4748a6cd5b687382']
const ZORA = { emitters: { base: ['0x777777751622c0d3258f214f9df38e35bf45baf3'] }, creator: topic(2), token: data(4) }
const FLAUNCH_V1 = [
  '0xf785bb58059fab6fb19bdda2cb9078d9e546efdc',
  '0x23321f11a6d44fd1ab790044fdfde5758c902fdc',
  '0x588c683ecc450f8b2aadb13d7f63792b840425dc',
]
/** The launch parameters begin with the seventh word; name, symbol and URI take a word each. */
const FLAUNCH_EVENT = 'PoolCreated(bytes32,address,address,uint256,bool,uint256,(string,string,string,'
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
  // https://docs.flap.sh
  '0x504e7f360b2e5fe33cbaaae4c593bc55305328341bf79009e43e0e3b7f699603': {
    signature: 'TokenCreated(uint256,address,uint256,address,string,string,string)',
    emitters: { bsc: ['0xe2ce6ab80874fa9fa2aae65d277dd6b8e65c9de0'] },
    ...{ token: data(3), creator: data(1) },
  },
  // https://github.com/flayerlabs/flaunchgg-contracts: versions 1.0, 1.1 to 1.3, and that of other chains.
  '0xe9a023154a0e1bd430ba68aafea07b09c78a0e5406c3696fb3c0dd631fa53b64': {
    signature: `${FLAUNCH_EVENT}uint256,uint256,address,uint24,uint256,bytes,bytes))`,
    emitters: { base: ['0x51bba15255406cfe7099a42183302640ba7dafdc'] },
    ...{ token: data(0), creator: data(11) },
  },
  '0x54976b48704e67457d6a85a2db51d6e760bbeddf6151f9206512108adce80b42': {
    signature: `${FLAUNCH_EVENT}uint256,uint256,uint256,address,uint24,uint256,bytes,bytes))`,
    emitters: { base: FLAUNCH_V1 },
    ...{ token: data(0), creator: data(12) },
  },
  '0x88f75d7341103964abd68b657439ace486e110bfda589da9374fe9d69213c7c8': {
    signature: `${FLAUNCH_EVENT}uint256,address,uint24,uint256,bytes,bytes))`,
    emitters: { base: FLAUNCH_V1, eth: ['0x5cf8e499c7c466c7e2cf127bdf129f57151e65dc'] },
    ...{ token: data(0), creator: data(10) },
  },
}

/** Whether a launchpad of the network names creators, so that the receipt of a creation is worth a call. */
export const namesCreators = (network: NetworkId): boolean => Object.values(CREATION_EVENTS).some(({ emitters }) => emitters[network] !== undefined)

/**
 * The creator that a listed launchpad names in the logs of the creating transaction; null if none does. The called contract does not count as a
 * creator: flaunch's launcher names itself if it passes the creator's rights on to a manager. Virtuals' event has no creator.
 */
export function creatorNamed(network: NetworkId, token: Address, { to, logs }: Pick<RawReceipt, 'to' | 'logs'>): Address | null {
  for (const log of logs) {
    const event = CREATION_EVENTS[log.topics[0] ?? '']
    if (event?.emitters[network]?.includes(log.address) !== true || addressAt(log, event.token) !== token) continue
    const creator = addressAt(log, event.creator)
    if (creator !== null && creator !== to && BigInt(creator) !== 0n) return creator
  }
  return null
}
