import { z } from 'zod'
import { address, natural, networkId, party, percent, units, unixSeconds } from '../schema.ts'
import { WALLET_ROLES, walletResult } from './wallets.ts'

/** What stored tokens have in common, and wallets that were early in several. */

const role = z.enum(WALLET_ROLES)

const namedToken = z.object({ address, name: z.string().nullable(), symbol: z.string().nullable() })

const countedToken = namedToken.extend({
  as_of: unixSeconds.meta({ description: 'Of the balances' }),
  counted: z
    .object({
      as_of: unixSeconds,
      current_rules: z.boolean().meta({ description: 'false if thresholds or the public case changed since' }),
      roles_unknown: z.array(role).meta({ description: 'Roles that the stored facts do not decide' }),
    })
    .nullable()
    .meta({ description: 'When roles and clusters were last counted, with the newest snapshot; null if they never were, so they are unknown' }),
  holders_complete: z.boolean().meta({ description: 'Whether every holder is stored' }),
  wallets: natural.meta({ description: 'Wallets that hold the token or have a role in it, without services' }),
  early: natural.nullable().meta({ description: 'Snipers, bundlers and insiders among them' }),
  funded: natural.meta({ description: 'Those of the wallets whose first funder is stored' }),
})

const shared = z.object({
  shared: natural.nullable().meta({ description: 'null if the early wallets are unknown' }),
  expected: z.number().nullable().meta({
    description:
      'Expected wallets in both if each token’s wallets were a random draw from the population; null if holders are missing, or if no other token gives a population',
  }),
  probability: z.number().nullable().meta({ description: 'Probability of that many or more in both by such draws' }),
})

const inToken = z.object({
  token: address,
  roles: z.array(role),
  balance: units,
  percentage: percent,
  cluster: natural.nullable(),
  first_trade: unixSeconds.nullable(),
  last_trade: unixSeconds.nullable(),
})
const sharedWallet = z.object({ ...party, in: z.array(inToken) })

const sharedFunder = z.object({
  ...party,
  wallets: natural.meta({ description: 'Distinct wallets that it first funded, in all of the tokens together' }),
  in: z.array(z.object({ token: address, wallets: natural, first_time: unixSeconds.nullable(), last_time: unixSeconds.nullable() })),
})

export const inCommonRecord = z
  .object({
    network: networkId,
    tokens: z.array(countedToken),
    population: z.object({
      wallets: natural.meta({ description: 'Wallets in any token of the network that was counted, or in one of these' }),
      others: natural.meta({ description: 'Those of them that are in none of these tokens' }),
      tokens: natural.meta({ description: 'Tokens of the network that were counted' }),
    }),
    overlaps: z
      .array(z.object({ tokens: z.array(address).length(2), wallets: shared, early: shared }))
      .meta({ description: 'One for each pair of tokens' }),
    wallets_total: natural,
    wallets: z
      .array(sharedWallet)
      .meta({ description: 'In at least two of the tokens: in most first, then with most roles, then the largest holders' }),
    services_total: natural,
    services: z.array(sharedWallet).meta({ description: 'Exchanges, pools and other services, which all tokens share' }),
    funders_total: natural,
    funders: z.array(sharedFunder).meta({ description: 'Who first funded wallets of at least two of the tokens' }),
    funder_services_total: natural,
    funder_services: z.array(sharedFunder),
    creators: z.array(z.object({ ...party, tokens: z.array(address) })).meta({ description: 'Who created at least two of the tokens' }),
    deposits_total: natural,
    deposits: z
      .array(z.object({ ...party, in: z.array(z.object({ token: address, wallets: natural })) }))
      .meta({ description: 'Deposit addresses of exchanges into which wallets of at least two of the tokens paid' }),
  })
  .meta({ id: 'InCommon' })
export type InCommonRecord = z.infer<typeof inCommonRecord>

const total = z.object({
  realised: z.number().nullable().meta({ description: 'Sum of the known results; null if none is known' }),
  known: natural.meta({ description: 'Number of lines in the sum' }),
})

const serialLine = z.object({
  token: address,
  wallet: address,
  roles: z.array(role),
  bought: units.nullable(),
  sold: units.nullable(),
  native: walletResult,
  usd: walletResult,
  first_trade: unixSeconds.nullable(),
  last_trade: unixSeconds.nullable(),
})

export const serialRecord = z
  .object({
    network: networkId,
    tokens: z.array(namedToken.extend({ as_of: unixSeconds, current_rules: z.boolean(), roles_unknown: z.array(role) })).meta({
      description: 'Counted tokens that appear in the entries',
    }),
    counted: natural.meta({ description: 'Tokens of the network that were counted' }),
    not_counted: z.array(namedToken).meta({ description: 'Stored tokens whose early buyers are unknown, at most 200' }),
    not_counted_total: natural,
    total: natural,
    entries: z
      .array(
        z.object({
          kind: z.enum(['wallet', 'entity']),
          name: z.string().nullable().meta({ description: 'Of an entity of the case' }),
          wallets: z.array(z.object(party)),
          tokens: natural.meta({ description: 'Tokens in which it was early' }),
          lines: z.array(serialLine),
          native: total,
          usd: total,
        }),
      )
      .meta({ description: 'Early in most tokens first, then the largest known result in the native coin' }),
  })
  .meta({ id: 'Serial' })
export type SerialRecord = z.infer<typeof serialRecord>
