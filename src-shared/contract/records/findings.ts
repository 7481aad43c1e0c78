import { z } from 'zod'
import { EVIDENCE_MAX, FINDING_MAX } from '../limits.ts'
import { address, natural, networkId, tokenAddressText, unixSeconds } from '../schema.ts'
import { evidenceEdge } from './local.ts'

/** Findings of a case: a sentence of the investigator with its evidence (docs/cases.md#findings). */

/** Maximum connected wallets and edges stored for one cluster. */
export const CLUSTER_WALLETS_MAX = 500

/** SQLite functions such as LIKE ignore what follows a NUL. */
export const findingText = z
  .string()
  .max(FINDING_MAX)
  .refine((text) => text.trim() !== '' && !text.includes('\0'), 'A finding needs text, without NUL characters.')

const token = { network: networkId, token_address: tokenAddressText }
export const transaction = z.string().min(1).max(200)

const with_case = z.boolean().optional().meta({ description: 'Whether the tags and entities of the case count. They do by default where it has any' })
const edgeRef = z.strictObject({ kind: z.literal('edge'), ...token, a: address, b: address, with_case })
const clusterRef = z.strictObject({ kind: z.literal('cluster'), ...token, cluster: natural, with_case })
const transactionRef = z.strictObject({ kind: z.literal('transaction'), network: networkId, transaction })
const snapshotRef = z.strictObject({
  kind: z.literal('snapshot'),
  ...token,
  timestamp: unixSeconds.nullable().meta({ description: 'null for the newest' }),
})
const scanRef = z.strictObject({ kind: z.literal('scan'), ...token })

export const evidenceRef = z
  .discriminatedUnion('kind', [edgeRef, clusterRef, transactionRef, snapshotRef, scanRef])
  .meta({ description: 'The evidence of a finding. The service adds what it knows: rules, thresholds, transactions and hashes' })
export type EvidenceRef = z.infer<typeof evidenceRef>

const asOf = unixSeconds.meta({ description: 'Time of the facts behind it' })
const basis = {
  as_of: asOf,
  coverage: z.string().nullable().meta({ description: 'What the facts cover; null if that is everything' }),
  rule_set: z.object({ version: z.string(), changed: z.array(z.string()).meta({ description: 'Thresholds that differ from the shipped ones' }) }),
}

const findingEvidence = z
  .discriminatedUnion('kind', [
    z.object({
      ...edgeRef.shape,
      ...basis,
      joined: z.boolean(),
      sentence: z.string(),
      edge: evidenceEdge.nullable().meta({ description: 'Direct evidence; null if there is none' }),
      path: z.array(evidenceEdge).meta({ description: 'Strongest accepted path between the two' }),
    }),
    z.object({
      ...clusterRef.shape,
      ...basis,
      pct: z.number(),
      sentence: z.string(),
      wallets: z.array(z.object({ address, percentage: z.number() })).max(CLUSTER_WALLETS_MAX),
      wallets_total: z.int(),
      tree: z.array(evidenceEdge).max(CLUSTER_WALLETS_MAX),
    }),
    transactionRef,
    z.object({ ...snapshotRef.shape, timestamp: unixSeconds, sha256: z.string() }),
    z.object({ ...scanRef.shape, generated_at: unixSeconds, score: z.number(), message: z.string(), sha256: z.string() }),
  ])
  .meta({ description: 'Evidence as it was when it was added to the finding' })
export type FindingEvidence = z.infer<typeof findingEvidence>

export const caseFinding = z.object({
  id: z.string(),
  place: natural.meta({ description: 'Findings are in ascending order of it' }),
  text: z.string().max(FINDING_MAX),
  evidence: z.array(findingEvidence).max(EVIDENCE_MAX),
  written_at: unixSeconds,
  changed_at: unixSeconds,
})
export type CaseFinding = z.infer<typeof caseFinding>

const id = z.string().max(64)
export const findingCommands = [
  z.strictObject({ op: z.literal('add_finding'), text: findingText, evidence: z.array(evidenceRef).max(EVIDENCE_MAX) }),
  z.strictObject({ op: z.literal('edit_finding'), id, text: findingText }),
  z.strictObject({ op: z.literal('move_finding'), id, to: natural.meta({ description: 'Its new index among the findings' }) }),
  z.strictObject({ op: z.literal('delete_finding'), id }),
] as const
