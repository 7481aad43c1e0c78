import rows from '../../../../../resources/scan/evm-lockers.json' with { type: 'json' }
import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { NetworkId } from '../../../../../src-shared/networks.ts'
import { ZERO_ADDRESS } from '../../encoding/zero-address.ts'

/** Addresses that no one can spend from. */
export const BURNS: ReadonlySet<string> = new Set([ZERO_ADDRESS, '0x000000000000000000000000000000000000dead'])

export type Locker = (typeof rows)[number]

export const lockerAt = (network: NetworkId, address: Address): Locker | undefined =>
  rows.find((row) => row.network === network && row.address === address)

/** Unix seconds of a lock's end. Larger values, which lockers use for "never", are limited to 40 bits. */
export const seconds = (value: unknown): number => (typeof value === 'bigint' && value < 1n << 40n ? Number(value) : 1_099_511_627_775)
