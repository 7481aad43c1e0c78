import { z } from 'zod'
import { address, natural, party, percent, units, unixSeconds } from '../schema.ts'
import { evidenceEdge } from './local.ts'
import { LOCAL_BUNDLE_REASONS } from './metrics.ts'
import { LINK_KINDS, snapshotLink } from './snapshot.ts'

/** Records that answer "why": rules and their thresholds, evidence between wallets, histories of wallets, the launch. */

export const ruleList = z
  .object({
    version: z.string(),
    changed: z.array(z.string()).meta({ description: 'Keys whose value differs from the shipped one' }),
    rules: z.array(
      z.object({
        key: z.string(),
        group: z.string(),
        title: z.string(),
        value: z.number(),
        default: z.number(),
        min: z.number(),
        max: z.number(),
        step: z.number().positive(),
        unit: z.string(),
      }),
    ),
  })
  .meta({ id: 'Rules' })
export type RuleList = z.infer<typeof ruleList>

/** Thresholds by key. A key that is not listed keeps its shipped value. */
export const ruleChangesBody = z.object({ changes: z.record(z.string().max(80), z.number()) })

export const whyRecord = z
  .object({
    a: address,
    b: address,
    joined: z.boolean(),
    same_cluster: natural.nullable().meta({ description: 'Id of the cluster that has both' }),
    edge: evidenceEdge.nullable().meta({ description: 'Direct evidence between the two, accepted or not' }),
    path: z.array(evidenceEdge).meta({ description: 'Strongest accepted path between the two; empty when there is none' }),
    sentence: z.string(),
  })
  .meta({ id: 'Why' })
export type WhyRecord = z.infer<typeof whyRecord>

export const moneyPath = z
  .object({
    a: address,
    b: address,
    hops: z.array(
      z.object({
        from: address,
        to: address,
        kind: z.enum(LINK_KINDS),
        token: z.string().meta({ description: '`self`, `native`, or another token’s address' }),
        amount: units.nullable().meta({ description: 'Null where a first funding of unknown amount is all that is stored' }),
        count: natural.nullable(),
        first_time: unixSeconds.nullable(),
        last_time: unixSeconds.nullable(),
        evidence: z.array(z.string()).max(5),
      }),
    ),
    sentence: z.string(),
  })
  .meta({ id: 'MoneyPath' })
export type MoneyPath = z.infer<typeof moneyPath>

export const neighbourList = z
  .object({
    wallet: address,
    total: natural,
    neighbours: z.array(
      z.object({
        ...party,
        is_holder: z.boolean(),
        percentage: percent,
        cluster: natural.nullable(),
        links: z.array(snapshotLink),
      }),
    ),
  })
  .meta({ id: 'Neighbours' })
export type NeighbourList = z.infer<typeof neighbourList>

/** Classes of wallets (docs/detection.md#wallet-classes), in the order of the record. */
export const WALLET_CLASS_NAMES = ['tax_recipient', 'fresh_day', 'fresh_month', 'never_bought', 'coin_dust'] as const

const walletClass = z.object({
  name: z.enum(WALLET_CLASS_NAMES),
  holds: z.boolean().nullable().meta({ description: 'null if the deciding facts are not stored' }),
  value: z.string().nullable().meta({ description: 'What was measured, as text' }),
  threshold: z.string().meta({ description: 'What it was compared with' }),
  sentence: z.string(),
  evidence: z.array(z.string()).max(5),
})

export const walletRecord = z
  .object({
    ...party,
    percentage: percent,
    balance: units,
    cluster: natural.nullable(),
    classes: z.array(walletClass),
  })
  .meta({ id: 'Wallet' })
export type WalletRecord = z.infer<typeof walletRecord>

const firstBuy = z.object({ block: natural, time: unixSeconds.nullable(), tx: z.string(), amount: units })

const LIFE_EVENTS = ['buy', 'sell', 'in', 'out', 'mint', 'burn'] as const
export type LifeEvent = (typeof LIFE_EVENTS)[number]

export const lifeLines = z
  .object({
    lines: z.array(
      z.object({
        ...party,
        first_buy: firstBuy.nullable(),
        events: z.array(
          z.object({
            time: unixSeconds.nullable(),
            block: natural,
            kind: z.enum(LIFE_EVENTS),
            amount: units,
            balance_after: units.nullable().meta({ description: 'null if stored movements do not add up to a balance' }),
            usd: z.number().nullable(),
            counterparty: address.nullable(),
            tx: z.string(),
          }),
        ),
        truncated: z.boolean().meta({ description: 'Older events were left out' }),
      }),
    ),
  })
  .meta({ id: 'LifeLines' })
export type LifeLines = z.infer<typeof lifeLines>

const holding = {
  address,
  label: z.string().nullable(),
  percentage: percent,
  balance: units,
  origin: z
    .object({
      address,
      label: z.string().nullable(),
      kind: z.enum(['mixer', 'bridge', 'exchange', 'service', 'contract', 'wallet']),
      amount: units.nullable(),
      tx: z.string().nullable(),
      seconds_after_creator: natural
        .nullable()
        .meta({ description: 'How long before the creator had paid the same mixer or bridge about as much: a hint that no rule counts' }),
    })
    .nullable()
    .meta({ description: 'Who paid the wallet its first coin; null if unknown' }),
}

const bundleStatistics = {
  bought_pct: percent.meta({ description: 'Share of current supply that was bought' }),
  spent: units.nullable().meta({ description: 'Native coin paid; null if a buy was paid in another coin or its price is not decoded' }),
  held_pct: percent.meta({ description: 'Share of current supply that was bought here and is still held' }),
}

export const earlyRecord = z
  .object({
    window: z
      .object({
        first_block: natural,
        last_block: natural,
        first_time: unixSeconds.nullable(),
        last_time: unixSeconds.nullable(),
        blocks: z.int().positive(),
        counted: z.enum(['produced', 'numbers']).meta({ description: 'Produced blocks, or block numbers if the skipped ones are unknown' }),
        how: z.string(),
      })
      .nullable(),
    snipers: z.array(
      z.object({
        ...holding,
        owner: address.nullable().meta({ description: 'The only wallet that uses the buying contract; null if the buyer is not a contract' }),
        baseline: units.meta({ description: 'Balance right after the last buy inside the window' }),
        status: z.array(z.enum(['held', 'sold_partially', 'sold_fully', 'bought_more'])),
        first_buy: firstBuy,
        tipped: z.boolean().nullable(),
      }),
    ),
    bundlers: z.array(
      z.object({
        ...holding,
        slot: natural,
        reasons: z.array(z.enum(LOCAL_BUNDLE_REASONS)),
        group: natural.nullable(),
        evidence: z.array(z.string()).max(5),
        classes: z.array(walletClass),
      }),
    ),
    groups: z.array(
      z.object({
        id: natural,
        slot: natural,
        reason: z.enum(LOCAL_BUNDLE_REASONS),
        wallets: z.array(address),
        tx: z.array(z.string()),
        ...bundleStatistics,
      }),
    ),
    bundles: z.object({ wallets: natural, ...bundleStatistics }).meta({ description: 'All groups together, each buy counted once' }),
    buys: z
      .array(
        z.object({
          block: natural,
          place: natural.nullable().meta({ description: 'Index of the transaction in its block' }),
          tx: z.string(),
          address,
          signer: address.nullable().meta({ description: 'Who signed the transaction and paid its fee' }),
          amount: units,
          spent: z
            .number()
            .nullable()
            .meta({ description: 'Native coin; null if unknown, for example because several wallets bought in one transaction' }),
          tipped: z
            .boolean()
            .nullable()
            .meta({ description: 'Whether the transaction paid the builder of its block beyond the fees; null where tips were not read' }),
          tip: units.nullable().meta({ description: 'Native coin of those tips; null where they were not read' }),
          priority_fee: units.nullable().meta({
            description: 'Native coin that the builder got as fees of the transaction; null where it was not read, or where there are none',
          }),
          times_usual_fee: z.number().nullable().meta({
            description: 'Its fee to the builder for a unit of gas, as a multiple of the median of its block; null where either is not known or zero',
          }),
          nonce: natural.nullable().meta({ description: 'Number of transactions that the signer sent before; null where it was not read' }),
        }),
      )
      .max(500)
      .meta({ description: 'Buys of the window in the order of the chain, the first 500' }),
    insiders: z.array(
      z.object({
        ...holding,
        p: z.number().min(0).max(1),
        rules: z.array(z.object({ rule: z.string(), weight: z.number(), sentence: z.string(), evidence: z.array(z.string()).max(5) })),
        path: z.array(z.object({ from: address, to: address, kind: z.string(), tx: z.string().nullable() })),
      }),
    ),
    creator: z
      .object({
        address,
        percentage: percent.meta({ description: 'What the address itself holds' }),
        total_percentage: percent.meta({ description: 'With the contracts; without what is locked' }),
        contracts: z
          .array(z.object({ address, percentage: percent }))
          .meta({ description: 'Contracts that the creator or the owner of the token owns and that nobody else put tokens into' }),
        locked: z
          .array(z.object({ address, percentage: percent }))
          .meta({ description: 'Lockers and vesting contracts that hold tokens of the creator' }),
        source: z.string(),
        candidates: z.array(z.object({ address, source: z.string() })),
      })
      .nullable(),
    notes: z.array(z.string()),
  })
  .meta({ id: 'Early' })
export type EarlyRecord = z.infer<typeof earlyRecord>
