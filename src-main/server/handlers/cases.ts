import { randomUUID } from 'node:crypto'
import type { CaseRecord, CaseRequest } from '../../../src-shared/contract/records/cases.ts'
import type { EvidenceRef } from '../../../src-shared/contract/records/findings.ts'
import { resolveCommand } from '../../engine/finding-evidence.ts'
import type { NoteTarget } from '../../../src-shared/domain/cases/case.ts'
import { AppError } from '../../lib/app-error.ts'
import { unixSeconds } from '../../lib/clock.ts'
import { liveAnswer, liveProvenance } from '../http/answer.ts'
import type { Handler } from '../context.ts'
import { parseOne } from '../http/parse-addresses.ts'

/** Cases: tokens, wallets, notes and findings of an investigation, with undo. */

const HISTORY_DEFAULT = 200

export const cases: Handler<'cases'> = async (_call, { store, clock }) => liveAnswer({ cases: await store.read.cases() }, clock)

export const createCase: Handler<'createCase'> = async ({ body }, { store, clock }) => {
  const value: CaseRecord = await store.write.createCase({ id: randomUUID(), name: body.name, at: unixSeconds(clock) })
  return { kind: 'value', status: 201, value, provenance: liveProvenance(clock) }
}

export const openCase: Handler<'openCase'> = async ({ params }, { store, clock }) => {
  return liveAnswer(found(await store.read.caseRecord(params.id)), clock)
}

export const changeCase: Handler<'changeCase'> = async ({ params, body }, { store, engine, clock }) => {
  const command = await resolveCommand({ store, engine }, withParsedAddresses(body.command))
  const change = { id: params.id, revision: body.revision, command, at: unixSeconds(clock) }
  return liveAnswer(await store.write.changeCase(change), clock)
}

export const moveCase: Handler<'moveCase'> = async ({ params, body }, { store, clock }) =>
  liveAnswer(await store.write.moveCase({ id: params.id, ...body, at: unixSeconds(clock) }), clock)

export const caseHistory: Handler<'caseHistory'> = async ({ params, query }, { store, clock }) => {
  const steps = await store.read.caseHistory({ id: params.id, before: query.before ?? null, limit: query.limit ?? HISTORY_DEFAULT })
  return liveAnswer({ steps: found(steps) }, clock)
}

function found<T>(value: T | null): T {
  if (value === null) throw new AppError('not_found', { say: 'This case does not exist.' })
  return value
}

/** One address has one form in a case, however it was typed. */
function withParsedAddresses(command: CaseRequest): CaseRequest {
  if (command.op === 'add_item' || command.op === 'remove_item') {
    return { ...command, address: parseOne(command.network, command.address, ['body', 'command', 'address']) }
  }
  if (command.op === 'add_finding') return { ...command, evidence: command.evidence.map(parseRef) }
  return command.op === 'add_note' ? { ...command, target: parseTarget(command.target) } : command
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
  if (target.kind === 'cluster') return { ...target, token_address }
  return { ...target, token_address, source: parse(target.source, 'source'), target: parse(target.target, 'target') }
}
