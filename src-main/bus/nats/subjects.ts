import type { NetworkId } from '../../../src-shared/networks.ts'
import type { BusStream, BusSubject } from '../events.ts'

/**
 * Names on the server: `hs.{network}.{stream}.{token}`, and for a lease `{network}.{token}`. Sui coin types contain characters that subjects and keys
 * may not have (https://docs.nats.io/nats-concepts/subjects#characters-allowed-and-recommended-for-subject-names).
 */
export const PREFIX = 'hs'

const encode = (address: string): string => address.replace(/[^A-Za-z0-9_-]/g, (char) => `=${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
const decode = (token: string): string => token.replace(/=([0-9a-f]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

export const nameOf = (stream: BusStream, { network, address }: BusSubject): string => `${PREFIX}.${network}.${stream}.${encode(address)}`

/** The single subject, with wildcards, that a consumer of NATS 2.9 can filter by. */
export const filterOf = (stream: BusStream, { network = '*' as NetworkId, address }: Partial<BusSubject>): string =>
  `${PREFIX}.${network}.${stream}.${address === undefined ? '*' : encode(address)}`

export function subjectOf(name: string): BusSubject {
  const [, network = '', , token = ''] = name.split('.')
  return { network: network as NetworkId, address: decode(token) }
}

export const leaseKey = ({ network, address }: BusSubject): string => `${network}.${encode(address)}`
