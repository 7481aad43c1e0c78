import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { CaseAccess, CaseRecord, CaseRequest, ListedCase } from '../../../src-shared/contract/records/cases.ts'
import type { EvidenceRef } from '../../../src-shared/contract/records/findings.ts'
import { resolveCommand } from '../../engine/finding-evidence.ts'
import type { NoteTarget } from '../../../src-shared/domain/cases/case.ts'
import type { CaseCommand } from '../../../src-shared/domain/cases/case.ts'
import { readTags } from '../../importers/cases/read-tags.ts'
import { readSavedFile } from '../../importers/cases/saved-file.ts'
import { unixSeconds } from '../../lib/clock.ts'
import { caseReport as writeReport, REPORT_TYPES } from '../../records/report/case-report.ts'
import { liveAnswer, liveProvenance } from '../http/answer.ts'
import type { Handler } from '../context.ts'
import type { ClaimedWallet } from '../../../src-shared/domain/cases/claims.ts'
import { accessOf, noCase, ownerOf, requireCase, viewerOf } from './shared/case-of-request.ts'
import { parseOne } from '../http/parse-addresses.ts'

/** Cases: tokens, wallets, notes and findings of an investigation, with undo. */

const HISTORY_DEFAULT = 200
const HITS_DEFAULT = 50

export const cases: Handler<'cases'> = async ({ caller }, { store, engine, clock }) => {
  const [rows, members, deleted, publicCase] = await Promise.all([
    ...([store.read.cases(), store.read.caseMembers(null), store.read.deletedCases(), engine.publicCase()] as const),
  ])
  const byCase = Map.groupBy(members, ({ id }) => id)
  const access = (id: string): CaseAccess | null => accessOf(caller, byCase.get(id) ?? [])
  return liveAnswer(
    {
      cases: rows.flatMap((row): ListedCase[] => {
        const own = access(row.id)
        return own === null ? [] : [{ ...row, owner: ownerOf(byCase.get(row.id) ?? []), access: own }]
      }),
      deleted: deleted.filter(({ id }) => access(id) === 'own'),
      public_case: publicCase === null || access(publicCase) === null ? null : publicCase,
    },
    clock,
  )
}

export const searchCases: Handler<'searchCases'> = async ({ query: { q, case: id = null, limit = HITS_DEFAULT }, caller }, { store, clock }) => {
  return liveAnswer({ hits: await store.read.searchCases({ q, id, limit, viewer: viewerOf(caller) }) }, clock)
}

export const setPublicCase: Handler<'setPublicCase'> = async ({ body, caller }, { store, engine, clock }) => {
  if (body.case !== null) {
    await requireCase({ store }, caller, body.case, 'write')
    found(await store.read.caseRecord(body.case))
  }
  await engine.setPublicCase(body.case)
  return liveAnswer(body, clock)
}

export const createCase: Handler<'createCase'> = async ({ body, caller }, { store, clock }) => {
  const owner = caller?.owner ?? null
  const value: CaseRecord = await store.write.createCase({ id: randomUUID(), name: body.name, at: unixSeconds(clock), owner })
  return liveAnswer(value, clock)
}

export const openCase: Handler<'openCase'> = async ({ params }, { store, clock }) => {
  return liveAnswer(found(await store.read.caseRecord(params.id)), clock)
}

export const changeCase: Handler<'changeCase'> = async ({ params, body }, { store, engine, clock }) => {
  const command = await resolveCommand({ store, engine }, params.id, withParsedAddresses(body.command))
  const change = { id: params.id, revision: body.revision, command, at: unixSeconds(clock) }
  const changed = await store.write.changeCase(change)
  await engine.claimsChanged(params.id)
  return liveAnswer(changed, clock)
}

export const importTags: Handler<'importTags'> = async ({ params, body }, { store, engine, clock }) => {
  const { tags, leftOut } = await readTags(body)
  const command: CaseCommand = { op: 'set_tags', tags: [...tags] }
  const changed = await store.write.changeCase({ id: params.id, revision: body.revision, command, at: unixSeconds(clock) })
  await engine.claimsChanged(params.id)
  return liveAnswer({ ...changed, left_out: leftOut }, clock)
}

export const deleteCase: Handler<'deleteCase'> = async ({ params: { id }, query: { revision } }, { store, engine, clock }) => {
  const deleted = await store.write.deleteCase({ id, revision, at: unixSeconds(clock) })
  await engine.claimsChanged(id)
  return liveAnswer(deleted, clock)
}

export const restoreCase: Handler<'restoreCase'> = async ({ params: { id } }, { store, engine, clock }) => {
  const restored = await store.write.restoreCase(id)
  await engine.claimsChanged(id)
  return liveAnswer(restored, clock)
}

export const moveCase: Handler<'moveCase'> = async ({ params, body }, { store, engine, clock }) => {
  const moved = await store.write.moveCase({ id: params.id, ...body, at: unixSeconds(clock) })
  await engine.claimsChanged(params.id)
  return liveAnswer(moved, clock)
}

export const caseHistory: Handler<'caseHistory'> = async ({ params, query }, { store, clock }) => {
  const steps = await store.read.caseHistory({ id: params.id, before: query.before ?? null, limit: query.limit ?? HISTORY_DEFAULT })
  return liveAnswer({ steps: found(steps) }, clock)
}

export const caseReport: Handler<'caseReport'> = async ({ params, query }, { store, clock }) => {
  const format = query.format ?? 'html'
  const record = found(await store.read.caseRecord(params.id))
  const text = writeReport({ record, file: await readSavedFile(store, params.id), at: unixSeconds(clock) }, format)
  return { kind: 'stream', stream: Readable.from([text]), type: REPORT_TYPES[format], provenance: liveProvenance(clock) }
}

function found<T>(value: T | null): T {
  if (value === null) throw noCase()
  return value
}

/** Gives each address its canonical form, however it was typed. */
function withParsedAddresses(command: CaseRequest): CaseRequest {
  if (command.op === 'add_item' || command.op === 'remove_item') {
    return { ...command, address: parseOne(command.network, command.address, ['body', 'command', 'address']) }
  }
  switch (command.op) {
    case 'add_finding':
      return { ...command, evidence: command.evidence.map(parseRef) }
    case 'add_note':
      return { ...command, target: parseTarget(command.target) }
    case 'set_tags':
      return { ...command, tags: command.tags.map((tag, i) => withParsedAddress(tag, ['tags', String(i)])) }
    case 'change_graph':
    case 'save_view':
      return { ...command, token_address: parseOne(command.network, command.token_address, ['body', 'command', 'token_address']) }
    case 'remove_tag':
      return withParsedAddress(command, [])
    case 'add_entity':
    case 'edit_entity':
      return { ...command, wallets: command.wallets.map((wallet, i) => withParsedAddress(wallet, ['wallets', String(i)])) }
    default:
      return command
  }
}

/** An address on every EVM network takes the form that it has on Ethereum. */
function withParsedAddress<T extends ClaimedWallet>(claim: T, path: readonly string[]): T {
  const network = claim.network === 'evm' ? 'eth' : claim.network
  return { ...claim, address: parseOne(network, claim.address, ['body', 'command', ...path, 'address']) }
}

function parseRef(ref: EvidenceRef, index: number): EvidenceRef {
  if (ref.kind === 'transaction') return ref
  const parse = (text: string, field: string): string => parseOne(ref.network, text, ['body', 'command', 'evidence', index, field])
  const token_address = parse(ref.token_address, 'token_address')
  return ref.kind === 'edge' ? { ...ref, token_address, a: parse(ref.a, 'a'), b: parse(ref.b, 'b') } : { ...ref, token_address }
}

function parseTarget(target: NoteTarget): NoteTarget {
  if (target.kind === 'case') return target
  const parse = (text: string, field: string): string => parseOne(target.network, text, ['body', 'command', 'target', field])
  if ('address' in target) return { ...target, address: parse(target.address, 'address') }
  const token_address = parse(target.token_address, 'token_address')
  if (target.kind === 'cluster' || target.kind === 'trade') return { ...target, token_address }
  return { ...target, token_address, source: parse(target.source, 'source'), target: parse(target.target, 'target') }
}
