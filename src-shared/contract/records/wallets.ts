import { z } from 'zod'
import { address, natural, networkId, party, percent, tags, units, unixSeconds } from '../schema.ts'
import { WALLET_CLASS_NAMES } from './evidence.ts'

/** One wallet across every stored token. */

export const WALLET_ROLES = ['creator', 'sniper', 'bundler', 'insider'] as const
export type WalletRole = (typeof WALLET_ROLES)[number]

export const walletResult = z.object({
  spent: z.number().nullable().meta({ description: 'Paid in the buys that are counted; null if there are buys and none is' }),
  received: z.number().nullable().meta({ description: 'Received in the sales that are counted; null if there are sales and none is' }),
  realised: z.number().nullable().meta({
    description: 'Received, less the average cost of the tokens sold; null if that cost is unknown, for example for tokens that were not bought',
  }),
  unrealised: z.number().nullable().meta({ description: 'Remaining tokens of the buys at the newest known price, less their average cost' }),
  left_out: natural.nullable().meta({
    description: 'Trades that are not counted because their value in this currency is unknown; null if no trades are stored',
  }),
})

const walletInToken = z.object({
  balance: units,
  percentage: percent,
  tags: tags.meta({ description: 'Labels in this token' }),
  cluster: natural.nullable(),
  roles: z.array(z.enum(WALLET_ROLES)),
  roles_unknown: z.array(z.enum(WALLET_ROLES)).meta({ description: 'Roles that the stored facts do not decide' }),
  classes: z.array(z.enum(WALLET_CLASS_NAMES)),
  bought: units.nullable().meta({ description: 'null if no trades of the token are stored' }),
  sold: units.nullable(),
  native: walletResult.meta({ description: 'In the native coin' }),
  usd: walletResult,
  other: z
    .object({ token: address, symbol: z.string().nullable(), ...walletResult.shape })
    .nullable()
    .meta({ description: 'In the coin of most of the trades whose value in native coin and in dollars is not known; null where there are none' }),
  first_trade: unixSeconds.nullable(),
  last_trade: unixSeconds.nullable(),
})
export type WalletInToken = z.infer<typeof walletInToken>

const funding = {
  amount: units.nullable().meta({ description: 'Native coin of the first payment' }),
  time: unixSeconds.nullable(),
  tx: z.string().nullable(),
}

export const walletOverview = z
  .object({
    network: networkId,
    ...party,
    tokens: z.array(
      z.object({
        address,
        name: z.string().nullable(),
        symbol: z.string().nullable(),
        as_of: unixSeconds,
        coverage: z.string().nullable().meta({ description: 'What the stored facts cover; null if that is everything' }),
        wallet: walletInToken.nullable().meta({ description: 'null if it was not computed, because the token is still being read' }),
      }),
    ),
    tokens_total: natural.meta({ description: 'Stored tokens that the wallet holds, traded or created; the list has the newest of them' }),
    funders: z
      .array(z.object({ ...party, ...funding }))
      .meta({ description: 'Who first funded the wallet, who first funded that one, and so on up to a service or an unknown funder' }),
    funders_end: z.enum(['service', 'unknown', 'limit']).meta({ description: 'Why the chain of funders ends' }),
    funded: z.array(z.object({ ...party, ...funding })).meta({ description: 'Wallets whose first payment came from this one, oldest first' }),
    funded_total: natural,
    neighbours: z
      .array(
        z.object({
          ...party,
          tokens: z.array(address).meta({ description: 'The listed tokens that were sent between the two' }),
          sent: natural.nullable().meta({ description: 'Stored movements to it, of tokens and of coin; null where an import gives totals only' }),
          received: natural.nullable(),
          first: unixSeconds.nullable(),
          last: unixSeconds.nullable(),
        }),
      )
      .meta({ description: 'Who exchanged tokens or coin with the wallet: of most tokens first, then with most movements, services last' }),
    neighbours_total: natural,
    hours: z.array(natural).length(24).meta({ description: 'Stored transactions with trades that it signed, by hour of the day in UTC' }),
  })
  .meta({ id: 'WalletOverview' })
export type WalletOverview = z.infer<typeof walletOverview>
