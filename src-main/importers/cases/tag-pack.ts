import { YAMLParseError, parse } from 'yaml'
import { z } from 'zod'
import { CLAIM_NAME_MAX, CLAIM_TEXT_MAX, TAGS_MAX, caseTag } from '../../../src-shared/contract/records/cases.ts'
import { parseAddress } from '../../../src-shared/domain/parse-address.ts'
import type { TagKind } from '../../../src-shared/domain/cases/claim-lists.ts'
import type { CaseTag } from '../../../src-shared/domain/cases/claims.ts'
import { networkOfCode, TAG_PACK_CONFIDENCE } from '../../../src-shared/domain/cases/tag-pack.ts'
import { AppError } from '../../lib/app-error.ts'

export interface ReadTags {
  readonly tags: readonly CaseTag[]
  /** Tags of a TagPack that a case cannot hold; 0 for CSV. */
  readonly leftOut: number
}

const FORMAT = `Expected a TagPack, for example:
title: Exchanges
creator: Jane Doe
tags:
- address: "0x6982508145454ce325ddbe47a25d4ec3d2311933"
  label: Example
  network: ETH`

/** Categories that run a service for others: https://github.com/graphsense/graphsense-tagpack-tool/blob/master/src/tagpack/db/concepts.yaml. */
const SERVICES: ReadonlySet<string> = new Set([
  ...['service', 'hosted_wallet', 'mixing_service', 'payment_processor', 'gambling', 'market', 'miner', 'atm', 'faucet'],
  ...['defi', 'defi_dex', 'defi_bridge', 'defi_lending', 'deposit_wallet', 'hot_wallet', 'cold_wallet'],
])

const text = z.string().nullish()
const fields = z.object({
  ...{ address: text, label: text, source: text, network: text, currency: text, category: text, abuse: text, confidence: text, context: text },
  concepts: z.array(z.string()).optional(),
})
type Fields = z.infer<typeof fields>
/** Fields above the list are defaults for its tags. */
const pack = fields.extend({ tags: z.array(fields) })
/** The context that `tagPackText` adds. */
const ownContext = z.object({ holderscope: caseTag.omit({ address: true, name: true }) })

/**
 * Tags of a TagPack. Tags on unsupported blockchains, of transactions and without an address are left out. Whatever its category, a tag has the
 * effect `none`, unless this app wrote it with another.
 *
 * @throws AppError `validation_error` if it is not a TagPack, has too many tags, or has an invalid tag. Then no tag is set
 */
export function readTagPack(source: string): ReadTags {
  const { tags, ...common } = parsePack(source)
  if (tags.length > TAGS_MAX) throw refusal(`The file has ${tags.length} tags; at most ${TAGS_MAX} are accepted at once.`)
  const read = tags.map((tag, index) => {
    const found = readTag({ ...common, ...tag })
    if (typeof found === 'string') throw refusal(`Tag ${index + 1}: ${found}`)
    return found
  })
  const taken = read.filter((tag) => tag !== null)
  if (taken.length === 0) throw refusal(tags.length === 0 ? 'The file has no tags.' : 'None of its tags has an address on a supported network.')
  return { tags: taken, leftOut: read.length - taken.length }
}

function parsePack(source: string): z.infer<typeof pack> {
  let value: unknown
  try {
    // Reads every scalar as text: an unquoted address would become a number.
    value = parse(source.replace(/^\uFEFF/, ''), { schema: 'failsafe', logLevel: 'error' })
  } catch (error) {
    const line = error instanceof YAMLParseError ? error.linePos?.[0].line : undefined
    throw refusal(`This is not YAML${line === undefined ? '' : ` (line ${line})`}.`)
  }
  const parsed = pack.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw refusal(issue === undefined || issue.path.length === 0 ? 'This is not a TagPack.' : `${issue.path.join('.')} is not valid.`)
}

/** Null for a tag that is left out; the reason for an invalid one. */
function readTag({ address, label, source, network, currency, context, ...rest }: Fields): CaseTag | string | null {
  const own = readContext(context)
  const where = own?.network ?? networkOfCode(network ?? currency ?? '')
  if (where === undefined || address == null || address === '') return null
  const found = parseAddress(where === 'evm' ? 'eth' : where, address)
  if (!found.ok) return found.reason
  const name = (label ?? '').trim().slice(0, CLAIM_NAME_MAX)
  if (name === '') return 'label is missing.'
  const level = TAG_PACK_CONFIDENCE[rest.confidence ?? '']
  const described = {
    kind: kindOf(rest),
    effect: 'none' as const,
    note: null,
    source: source == null || source.trim() === '' ? null : source.slice(0, CLAIM_TEXT_MAX),
    confidence: level === undefined ? null : level / 100,
  }
  const tag = caseTag.safeParse({ network: where, ...described, ...own, address: found.address, name })
  return tag.success ? tag.data : `${tag.error.issues[0]?.path.join('.') ?? 'a value'} is not valid.`
}

function kindOf({ category, abuse, concepts = [] }: Pick<Fields, 'category' | 'abuse' | 'concepts'>): TagKind {
  const all = [category ?? '', ...concepts]
  if ((abuse ?? '') !== '') return 'suspect'
  if (all.includes('exchange')) return 'exchange'
  return all.some((one) => SERVICES.has(one)) ? 'service' : 'other'
}

function readContext(context: Fields['context']): Omit<CaseTag, 'address' | 'name'> | null {
  try {
    return ownContext.parse(JSON.parse(context ?? '')).holderscope
  } catch {
    return null
  }
}

const refusal = (why: string): AppError => new AppError('validation_error', { message: `${why} ${FORMAT}` })
