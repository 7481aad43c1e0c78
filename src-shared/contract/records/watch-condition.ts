import { z } from 'zod'
import { SEVERITIES, WATCHED_ROLES, WATCHED_SHARES } from '../../domain/watch-lists.ts'
import { address, natural, networkId, tokenAddressText } from '../schema.ts'

/** What a watch rule watches, and when it reports. */

const walletNetwork = z.union([networkId, z.literal('evm')]).meta({ description: 'evm: every EVM network' })
const ofSupply = z.number().gt(0).max(100).meta({ description: 'Percent of total supply' })
const share = z.enum(WATCHED_SHARES)

export const watchSubject = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('token'), network: networkId, token_address: tokenAddressText }),
    z.strictObject({ kind: z.literal('cluster'), network: networkId, token_address: tokenAddressText, cluster: natural }),
    z.strictObject({ kind: z.literal('wallet'), network: walletNetwork, address }),
    z.strictObject({ kind: z.literal('tag'), name: z.string().min(1).max(100).meta({ description: 'A tag of any case' }) }),
    z.strictObject({ kind: z.literal('entity'), case: z.string().max(64), entity: z.string().max(64) }),
    z.strictObject({ kind: z.literal('creator'), network: walletNetwork, address }),
    z.strictObject({ kind: z.literal('followed') }),
  ])
  .meta({ description: 'What is watched; `followed` is every followed token' })

export const watchCondition = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('share_crosses'), share, direction: z.enum(['above', 'below']), line: z.number().min(0).max(100) }),
  z.strictObject({ kind: z.literal('share_moves'), share, by: ofSupply, within_seconds: z.int().min(60).max(86_400) }),
  z.strictObject({ kind: z.literal('holder_sells'), over: z.number().min(0).max(100) }),
  z.strictObject({ kind: z.literal('wallet_trades') }),
  z.strictObject({ kind: z.literal('sells_out'), roles: z.array(z.enum(WATCHED_ROLES)).min(1).max(WATCHED_ROLES.length) }),
  z.strictObject({ kind: z.literal('top_holder_enters'), top: z.int().min(1).max(100) }),
  z.strictObject({ kind: z.literal('score_falls'), by: z.int().min(1).max(100) }),
  z.strictObject({ kind: z.literal('finding_appears'), severity: z.enum(SEVERITIES) }),
  z.strictObject({ kind: z.literal('liquidity_falls'), by: z.number().gt(0).max(100).meta({ description: 'Percent of the tokens of a pool' }) }),
  z.strictObject({ kind: z.literal('lock_ends'), within_days: z.int().min(1).max(365) }),
  z.strictObject({ kind: z.literal('token_created') }),
])
