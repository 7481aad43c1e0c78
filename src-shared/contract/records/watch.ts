import { z } from 'zod'
import { watchProblem } from '../../domain/watch.ts'
import { address, natural, networkId, unixSeconds } from '../schema.ts'
import { watchCondition, watchSubject } from './watch-condition.ts'

/** Watch rules, their alerts, and the deliveries to webhooks (docs/watch.md). */

const WEBHOOK_MAX = 2_000
const ruleParts = {
  name: z.string().trim().min(1).max(100).nullable(),
  enabled: z.boolean(),
  subject: watchSubject,
  condition: watchCondition,
  quiet_seconds: z.int().min(0).max(604_800).meta({ description: 'During this time after an alert, repeats only raise its count' }),
  notice: z.boolean().meta({ description: 'Whether to show a system notification' }),
  webhook_url: z.string().max(WEBHOOK_MAX).nullable().meta({ description: 'https, or http to this machine; null for none' }),
}

/** A rule as the caller sets it. */
export const watchRuleBody = z.strictObject(ruleParts).superRefine(({ subject, condition }, context) => {
  const problem = watchProblem(subject, condition)
  if (problem !== null) context.addIssue({ code: 'custom', path: ['condition'], message: problem })
})
export type WatchRuleBody = z.infer<typeof watchRuleBody>

export const watchRule = z
  .object({
    id: z.string(),
    ...ruleParts,
    secret: z.string().meta({ description: 'Secret that signs webhook calls' }),
    created_at: unixSeconds,
    changed_at: unixSeconds,
  })
  .meta({ id: 'WatchRule' })
export type WatchRule = z.infer<typeof watchRule>
export const watchRules = z.object({ rules: z.array(watchRule).meta({ description: 'Newest first' }) })

const DELIVERY_STATES = ['pending', 'delivered', 'dead'] as const
const delivery = z.object({
  state: z.enum(DELIVERY_STATES).meta({ description: 'dead: given up after 24 hours' }),
  attempts: natural,
  error: z.string().nullable().meta({ description: 'Why the last attempt failed' }),
})

export const watchAlert = z
  .object({
    id: z.string(),
    number: z.int().positive().meta({ description: 'Grows with every alert' }),
    rule_id: z.string(),
    rule_name: z.string().nullable(),
    notice: z.boolean().meta({ description: 'Whether its rule shows a system notification' }),
    network: networkId,
    token_address: address,
    token_name: z.string().nullable(),
    reason: z.string().meta({ description: 'What happened, in one sentence' }),
    count: natural.meta({ description: 'How often it happened within the quiet time of the rule' }),
    first_at: unixSeconds.meta({ description: 'Time of the data' }),
    last_at: unixSeconds,
    made_at: unixSeconds.meta({ description: 'When the alert was created' }),
    block: natural.nullable(),
    snapshot: unixSeconds.nullable().meta({ description: 'The snapshot taken at that moment; null if none could be taken' }),
    wallets: z.array(address).max(5),
    evidence: z.array(z.string()).max(5).meta({ description: 'Transaction ids' }),
    read_at: unixSeconds.nullable(),
    reverted_at: unixSeconds.nullable().meta({ description: 'When the chain reverted its blocks' }),
    delivery: delivery.nullable().meta({ description: 'null if the rule has no webhook' }),
  })
  .meta({ id: 'WatchAlert' })
export type WatchAlert = z.infer<typeof watchAlert>

export const watchAlerts = z.object({ alerts: z.array(watchAlert).meta({ description: 'Newest first' }), unread: natural })
export const readAlertsBody = z.strictObject({
  ids: z.array(z.string().max(64)).max(1000).nullable().meta({ description: 'null marks every alert' }),
})

const trialMatch = z.object({
  network: networkId,
  token_address: address,
  at: unixSeconds,
  reason: z.string(),
  count: z.int().positive(),
  snapshot: unixSeconds.nullable().meta({ description: 'The stored snapshot nearest before or at that time' }),
  wallets: z.array(address).max(5),
  evidence: z.array(z.string()).max(5),
})
export type TrialMatch = z.infer<typeof trialMatch>
export const watchTrial = z.object({
  from: unixSeconds,
  to: unixSeconds,
  alerts: z.array(trialMatch).meta({ description: 'Newest first' }),
  basis: z.array(z.string()).meta({ description: 'The stored data behind the answer, and its limits' }),
})
export type WatchTrial = z.infer<typeof watchTrial>
