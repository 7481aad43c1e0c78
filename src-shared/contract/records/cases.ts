import { z } from 'zod'
import { ENTITY_RULES, TAG_EFFECTS, TAG_KINDS } from '../../domain/cases/claim-lists.ts'
import { EVERYONE } from '../../domain/users.ts'
import { ENTITY_WALLETS_MAX, NOTE_MAX } from '../limits.ts'
import { address, natural, networkId, tokenAddressText, unixSeconds } from '../schema.ts'
import { caseGraph, caseView, graphChanges, graphCommands, thresholds } from './case-graph.ts'
import { userName } from './service.ts'
import { caseFinding, findingCommands, transaction } from './findings.ts'

/** Cases: the tokens, wallets and notes of an investigation, with every step of its history (docs/cases.md#api). */

const NAME_MAX = 200

const nameDescription = { description: 'null for a case without a name' }
const caseName = z.string().trim().min(1).max(NAME_MAX).nullable().meta(nameDescription)
/**
 * For lists, which every start page shows. The schema does not transform the name, so the page checks it without loading schemas
 * (`src-renderer/api/guard.ts`).
 */
const listedName = z.string().min(1).max(NAME_MAX).nullable().meta(nameDescription)
const noteText = z.string().max(NOTE_MAX).meta({ description: 'Markdown' })
/** SQLite functions such as LIKE ignore what follows a NUL. */
export const newNoteText = noteText.refine((text) => text.trim() !== '' && !text.includes('\0'), 'A note needs text, without NUL characters.')
const itemKind = z.enum(['token', 'wallet'])
const itemKey = { kind: itemKind, network: networkId, address }

export const noteTarget = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('case') }),
    z.strictObject({ kind: z.literal('token'), network: networkId, address }),
    z.strictObject({ kind: z.literal('wallet'), network: networkId, address }),
    z.strictObject({ kind: z.literal('cluster'), network: networkId, token_address: tokenAddressText, cluster: natural }),
    z.strictObject({
      kind: z.literal('link'),
      network: networkId,
      token_address: tokenAddressText,
      source: address,
      target: address,
      link_kind: z.string().max(20),
      asset: z.string().max(400).meta({ description: 'What the link moved: self, native or a token address' }),
    }),
    z.strictObject({
      kind: z.literal('trade'),
      network: networkId,
      token_address: tokenAddressText,
      transaction: transaction.refine((text) => !text.includes('\0'), 'A transaction has no NUL characters.'),
      leg: natural.meta({ description: 'Index of the swap in its transaction, from 0, as `local.leg` of the trade' }),
    }),
  ])
  .meta({ description: 'What a note is about' })

const caseItem = z.object({ ...itemKey, added_at: unixSeconds })
export const caseNote = z.object({ id: z.string(), target: noteTarget, text: noteText, written_at: unixSeconds, changed_at: unixSeconds })

/** Maximum characters of the name of a tag or an entity, and of a tag's note and source. */
export const CLAIM_NAME_MAX = 100
export const CLAIM_TEXT_MAX = 2000
/** Maximum number of tags that one command sets. */
export const TAGS_MAX = 5000

const claimText = (max: number): z.ZodString =>
  z
    .string()
    .max(max)
    .refine((text) => text.trim() !== '' && !text.includes('\0'), 'A name, note or source needs text, without NUL characters.')
const claimName = claimText(CLAIM_NAME_MAX)
const claimed = { network: z.union([networkId, z.literal('evm')]).meta({ description: 'evm: every EVM network' }), address }
export const caseTag = z.object({
  ...claimed,
  name: claimName,
  kind: z.enum(TAG_KINDS),
  effect: z.enum(TAG_EFFECTS).meta({ description: 'hub: joins no wallets when this case is counted' }),
  note: claimText(CLAIM_TEXT_MAX).nullable(),
  source: claimText(CLAIM_TEXT_MAX).nullable().meta({ description: 'Where the claim comes from' }),
  confidence: z.number().min(0).max(1).nullable(),
})
const entityParts = {
  name: claimName.nullable(),
  wallets: z.array(z.strictObject(claimed)).min(2).max(ENTITY_WALLETS_MAX),
}
const entityRule = z.enum(ENTITY_RULES).meta({ description: 'owner_said joins the wallets, not_same keeps every two of them apart' })
const caseEntity = z.object({ id: z.string(), rule: entityRule, ...entityParts })

const head = {
  id: z.string(),
  name: caseName,
  created_at: unixSeconds,
  changed_at: unixSeconds,
  revision: natural.meta({ description: 'Grows with every change, undo and redo. A change names the revision it was made on' }),
}
const caseSummary = z.object({ ...head, name: listedName, items: z.int(), notes: z.int(), findings: z.int(), tags: z.int() })
export type ListedCase = z.infer<typeof listedCase>
export type CaseSummary = z.infer<typeof caseSummary>
const publicCaseId = z
  .string()
  .max(64)
  .nullable()
  .meta({ description: 'The case whose tags and entities count in public records and streams; null for none' })
export const deletedCase = z.object({ id: head.id, name: listedName, deleted_at: unixSeconds })
export type DeletedCase = z.infer<typeof deletedCase>
/** What a key may do with a case, in ascending order. */
export const CASE_ACCESS = ['read', 'write', 'own'] as const
export type CaseAccess = (typeof CASE_ACCESS)[number]
const access = z.enum(CASE_ACCESS).meta({ description: 'What this key may do: read; write: change it; own: also share and delete it' })
const caseOwner = userName
  .refine((name) => name !== EVERYONE)
  .nullable()
  .meta({ description: 'null for a case of everyone' })
const listedCase = caseSummary.extend({ owner: caseOwner, access })
const caseShare = z.strictObject({ name: userName.meta({ description: 'The owner of keys, or * for every user' }), access: access.exclude(['own']) })
const sharing = { owner: caseOwner, shares: z.array(caseShare).max(200) }
export const caseSharing = z.object({ ...sharing, access })
export type CaseSharing = z.infer<typeof caseSharing>
export const setCaseSharingBody = z
  .strictObject(sharing)
  .refine(
    ({ owner, shares }) => owner !== null || shares.length === 0,
    'A case without an owner belongs to everyone. Give it an owner before you share it.',
  )
  .refine(({ owner, shares }) => new Set([owner, ...shares.map(({ name }) => name)]).size === shares.length + 1, 'Each user occurs once.')
export const caseList = z.object({
  cases: z.array(listedCase).meta({ description: 'Most recently changed first' }),
  deleted: z.array(deletedCase).meta({ description: 'Cases that can be restored until the database is compacted, most recently deleted first' }),
  public_case: publicCaseId,
})
export const publicCase = z.strictObject({ case: publicCaseId })

const state = {
  ...head,
  step: natural.meta({ description: 'The step of the history that the case is at' }),
  undo: z.string().nullable().meta({ description: 'What undo would revert, in words; null at the start' }),
  redo: z.string().nullable().meta({ description: 'What redo would restore, in words; null if nothing was undone' }),
}

export const caseRecord = z.object({
  ...state,
  items: z.array(caseItem),
  notes: z.array(caseNote).meta({ description: 'In the order of writing' }),
  findings: z.array(caseFinding).meta({ description: 'In the order of the report' }),
  tags: z.array(caseTag),
  entities: z.array(caseEntity),
  graphs: z.array(caseGraph).meta({ description: 'Hidden, grouped and pinned nodes of the graphs of tokens' }),
  thresholds,
  views: z.array(caseView).meta({ description: 'In the order of saving' }),
})
export type CaseRecord = z.infer<typeof caseRecord>

const values = <T extends z.ZodType>(schema: T) => ({ before: schema.nullable(), after: schema.nullable() })
const placeOfFinding = caseFinding.shape.place
const caseChange = z.discriminatedUnion('part', [
  z.object({ part: z.literal('name'), before: caseName, after: caseName }),
  z.object({ part: z.literal('item'), ...values(caseItem) }),
  z.object({ part: z.literal('note'), ...values(caseNote) }),
  z.object({ part: z.literal('finding'), ...values(caseFinding) }),
  z.object({ part: z.literal('finding_place'), id: z.string(), before: placeOfFinding, after: placeOfFinding }),
  z.object({ part: z.literal('tag'), ...values(caseTag) }),
  z.object({ part: z.literal('entity'), ...values(caseEntity) }),
  ...graphChanges,
])
export const changedCase = z
  .object({
    ...state,
    changes: z.array(caseChange).nullable().meta({
      description:
        'What is different from the revision that the request names, in the order it was changed: each value before and after, null if there is none. null after a move over several steps: read the case again',
    }),
  })
  .meta({ id: 'ChangedCase' })
export type ChangedCase = z.infer<typeof changedCase>

const stepRecord = z.object({
  step: natural,
  parent: z.int().nullable().meta({ description: 'The step before it; null for the start' }),
  at: unixSeconds,
  text: z.string().meta({ description: 'What the step did, in words' }),
  state: z
    .enum(['current', 'done', 'undone', 'abandoned'])
    .meta({ description: 'abandoned: undone before another change was made. You can still go to it' }),
})
export type StepRecord = z.infer<typeof stepRecord>
export const caseHistory = z.object({ steps: z.array(stepRecord).meta({ description: 'Newest first' }) })

export const createCaseBody = z.strictObject({ name: caseName })

const caseRequest = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('rename'), name: caseName }),
  z.strictObject({ op: z.literal('add_item'), ...itemKey }),
  z.strictObject({ op: z.literal('remove_item'), ...itemKey }),
  z.strictObject({ op: z.literal('add_note'), target: noteTarget, text: newNoteText }),
  z.strictObject({ op: z.literal('edit_note'), id: z.string().max(64), text: newNoteText }),
  z.strictObject({ op: z.literal('delete_note'), id: z.string().max(64) }),
  ...findingCommands,
  z.strictObject({ op: z.literal('set_tags'), tags: z.array(z.strictObject(caseTag.shape)).min(1).max(TAGS_MAX) }),
  z.strictObject({ op: z.literal('remove_tag'), ...claimed, name: z.string().max(CLAIM_NAME_MAX) }),
  z.strictObject({ op: z.literal('add_entity'), rule: entityRule, ...entityParts }),
  z.strictObject({ op: z.literal('edit_entity'), id: z.string().max(64), ...entityParts }),
  z.strictObject({ op: z.literal('delete_entity'), id: z.string().max(64) }),
  ...graphCommands,
])
/** A command as requested: it names its evidence, which has not been read yet. */
export type CaseRequest = z.infer<typeof caseRequest>
const revision = natural.meta({ description: 'The revision that the caller has read' })
export const changeCaseBody = z.strictObject({ revision, command: caseRequest })

/** Maximum characters of a file of tags. */
const TAGS_TEXT_MAX = 1_500_000
const tagsText = z.string().max(TAGS_TEXT_MAX)
export const importTagsBody = z
  .strictObject({
    revision,
    csv: tagsText.optional().meta({ description: 'A CSV file (docs/cases.md#tags)' }),
    tagpack: tagsText.optional().meta({ description: 'Instead of csv, a GraphSense TagPack in YAML (docs/cases.md#tags)' }),
  })
  .refine(({ csv, tagpack }) => (csv === undefined) !== (tagpack === undefined), 'Either csv or tagpack is needed.')
export const importedTags = changedCase
  .extend({ left_out: natural.meta({ description: 'Tags of the TagPack without an address on a supported network' }) })
  .meta({ id: 'ImportedTags' })

const caseMove = z.union([z.literal('undo'), z.literal('redo'), natural]).meta({ description: 'undo, redo, or a step of the history' })
export type CaseMove = z.infer<typeof caseMove>
export const moveCaseBody = z.strictObject({ revision, to: caseMove })
