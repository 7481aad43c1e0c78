import { z } from 'zod'
import { ADDRESS_MAX_LENGTH } from '../domain/address.ts'
import { MAX_DECIMALS } from '../domain/amount.ts'
import { LABELS } from '../domain/labels.ts'
import { LAST_SECOND } from '../domain/unix-time.ts'
import { NETWORK_IDS } from '../networks.ts'

/** Shared pieces of the records: one zod schema gives the check, the type and the JSON Schema. */

export const networkId = z.enum(NETWORK_IDS).meta({ description: 'Network ID', example: 'sol' })
export const label = z.enum(LABELS).meta({ description: 'Label of a wallet or cluster' })
export const address = z.string().min(1).max(ADDRESS_MAX_LENGTH).meta({ description: 'Wallet or contract address; EVM and Sui in lower case' })
export const tokenAddressText = z.string().min(1).max(ADDRESS_MAX_LENGTH).meta({
  description: 'Token contract address; on Sui the full coin type, percent-encoded in a path',
  example: 'ukHH6c7mMyiWCf1b9pnWe25TSpkDDt3H5pQZgZ74J82',
})
export const percent = z.number().meta({ description: 'Percent of total supply (12.5 means 12.5 percent)' })
export const units = z.number().meta({ description: 'Amount in token units, not raw decimals' })
export const rawAmount = z.string().regex(/^\d+$/).meta({ description: 'Exact amount in raw units' })
/** A count, an index, or the number of a block. */
export const natural = z.int().nonnegative()
export const decimals = natural.max(MAX_DECIMALS)
export const unixSeconds = natural.max(LAST_SECOND).meta({ description: 'Unix time in seconds' })
export const isoTime = z.iso.datetime({ precision: 3 }).meta({ description: 'ISO 8601 UTC with milliseconds' })
export const tags = z.array(label).min(1)

/** An address with its name, for records about addresses. */
export const party = { address, label: z.string().nullable(), tags }

/** Path parameters of every call about one token. */
export const tokenParams = z.object({ network: networkId, token_address: tokenAddressText })
