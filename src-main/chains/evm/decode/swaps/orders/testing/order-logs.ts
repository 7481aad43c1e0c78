import { keccak256, toBytes } from 'viem'
import { trustedAddress, type Address } from '../../../../../../../src-shared/domain/address.ts'
import type { DecodeWarning, Trade } from '../../../../../../../src-shared/domain/events.ts'
import { hash, known, log, lookups, pool, router, signer, topic } from '../../../../fixtures/swap-logs.ts'
import type { RawLog } from '../../../../transaction/log.ts'
import { settlementsOf } from '../../../../venues/settlements.ts'
import { decodeLegs } from '../../legs.ts'

/** Logs of settlement contracts, encoded with the published events that order-events.ts cites, and the trades and warnings decoded from them. */

export const event = (
  index: number,
  at: Address,
  signature: string,
  indexed: readonly (Address | bigint)[],
  words: readonly (Address | bigint)[],
): RawLog => log(index, at, [keccak256(toBytes(signature)), ...indexed.map((value) => topic(toAddress(value)))], words.map(BigInt))
const toAddress = (value: Address | bigint): Address =>
  typeof value === 'bigint' ? trustedAddress(`0x${value.toString(16).padStart(40, '0')}`) : value

export function decode(...logs: readonly RawLog[]): { trades: Trade[]; warnings: string[] } {
  const settlements = settlementsOf('eth')
  const found = decodeLegs(
    { network: 'eth', tx: hash, signer, to: router, input: null, time: 1, logs },
    { ...lookups({ [pool]: known }), settlement: (contract) => settlements.get(contract) ?? null },
  )
  const isTrade = (one: Trade | DecodeWarning): one is Trade => one.kind === 'trade'
  return { trades: found.filter(isTrade), warnings: found.flatMap((one) => (one.kind === 'decode_warning' ? [one.code] : [])) }
}

export const shown = ({ dex, pool: at, tokenIn, tokenOut, receiver, confidence }: Trade): unknown[] => [
  dex,
  at,
  tokenIn.token,
  tokenIn.raw,
  tokenOut.token,
  tokenOut.raw,
  receiver,
  confidence,
]
