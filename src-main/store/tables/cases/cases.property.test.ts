import { base58 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { trustedAddress } from '../../../../src-shared/domain/address.ts'
import type { CaseCommand } from '../../../../src-shared/domain/cases/case.ts'
import { withChanges } from '../../../../src-shared/domain/cases/apply-changes.ts'
import { ENTITY_RULES, TAG_EFFECTS, TAG_KINDS } from '../../../../src-shared/domain/cases/claim-lists.ts'
import { wallet } from '../../testing/samples.ts'
import { runsOf, withWriter } from '../../testing/test-engine.ts'
import type { WriteDb } from '../../connection/handle.ts'
import { sql } from '../../connection/sql.ts'
import { read, write } from '../../dispatch.ts'

/** The contents of a case, without its place in the history. */
function contents(db: WriteDb) {
  const record = read(db, 'caseRecord', 'c')
  if (record === null) throw new Error('the case is gone')
  return {
    step: record.step,
    state: {
      name: record.name,
      items: record.items,
      notes: record.notes,
      findings: record.findings,
      tags: record.tags,
      entities: record.entities,
      graphs: record.graphs,
      thresholds: record.thresholds,
      views: record.views,
    },
    revision: record.revision,
  }
}

const WALLETS = {
  eth: wallet,
  sol: (n: number) => trustedAddress(base58.encode(new Uint8Array(32).fill(n))),
  sui: (n: number) => trustedAddress(`0x${String(n).repeat(64)}`),
} as const
const nth = fc.integer({ min: 1, max: 4 })
const claimed = fc.oneof(
  fc.record({ network: fc.constantFrom('eth' as const, 'evm' as const), address: nth.map(WALLETS.eth) }),
  fc.record({ network: fc.constant('sol' as const), address: nth.map(WALLETS.sol) }),
  fc.record({ network: fc.constant('sui' as const), address: nth.map(WALLETS.sui) }),
)
const listed = fc.oneof(
  fc.record({ network: fc.constant('eth' as const), address: nth.map(WALLETS.eth) }),
  fc.record({ network: fc.constant('sol' as const), address: nth.map(WALLETS.sol) }),
  fc.record({ network: fc.constant('sui' as const), address: nth.map((n) => trustedAddress(`${WALLETS.sui(n)}::coin::Ⓒ${n}`)) }),
)
const noteId = fc.integer({ min: 1, max: 12 }).map(String)
const text = fc.string({ minLength: 1, maxLength: 20 }).filter((each) => !each.includes('\0'))
/** In UTF-16, the last two sort in the opposite order. */
const tagName = fc.constantFrom('Binance', 'funder', 'ﬀ', '𝒜')
const tagParts = fc.record({
  name: tagName,
  kind: fc.constantFrom(...TAG_KINDS),
  effect: fc.constantFrom(...TAG_EFFECTS),
  note: fc.option(text),
  source: fc.option(text),
  confidence: fc.option(fc.constantFrom(0, 0.25, 1)),
})
const tag = fc.tuple(claimed, tagParts).map(([at, parts]) => ({ ...at, ...parts }))
const wallets = fc.array(claimed, { minLength: 2, maxLength: 4 })
const graphKey = listed.map(({ network, address }) => ({ network, token_address: address }))
/** In UTF-16, the last two sort in the opposite order. */
const node = fc.constantFrom('0xa', 'group:0xa', 'b', 'ﬀ', '𝒜')
const nodes = fc.array(node, { maxLength: 4 })
const coordinate = fc.integer({ min: -5, max: 5 }).map((n) => n / 2 + 0)
const point = fc.record({ x: coordinate, y: coordinate })
const pins = fc.array(
  fc.tuple(node, point, fc.option(point)).map(([each, at, from]) => ({ node: each, ...at, from })),
  { maxLength: 3 },
)
const thresholds = fc.dictionary(fc.constantFrom('hub.degree', 'tx.pairs', 'a'), fc.integer({ min: 1, max: 3 }), { noNullPrototype: true })
const viewContent = fc.record({
  search: fc.constantFrom('', '?cluster=1'),
  camera: fc.option(point.map((at) => ({ ...at, zoom: 0.5 }))),
  layout: fc.constantFrom('bubbles', 'time'),
  filters: fc.array(fc.constantFrom('pool', 'funding'), { maxLength: 2 }),
  hidden: nodes,
  grouped: nodes,
  pinned: pins,
  thresholds,
})
const graphCommand: fc.Arbitrary<CaseCommand> = fc.oneof(
  fc
    .tuple(graphKey, fc.record({ hide: nodes, show: nodes, group: nodes, expand: nodes, pin: pins, unpin: nodes }, { requiredKeys: [] }))
    .map(([key, parts]) => ({ op: 'change_graph' as const, ...key, ...parts })),
  fc.record({ op: fc.constant('set_thresholds' as const), thresholds }),
  fc.tuple(graphKey, text, viewContent).map(([key, name, content]) => ({ op: 'save_view' as const, name, ...key, ...content })),
  fc.record({ op: fc.constant('edit_view' as const), id: noteId, name: text }),
  fc.record({ op: fc.constant('delete_view' as const), id: noteId }),
)
const command: fc.Arbitrary<CaseCommand> = fc.oneof(
  { weight: 6, arbitrary: graphCommand },
  fc.record({ op: fc.constant('set_tags' as const), tags: fc.array(tag, { minLength: 1, maxLength: 6 }) }),
  fc.tuple(claimed, tagName).map(([at, name]) => ({ op: 'remove_tag' as const, ...at, name })),
  fc.record({ op: fc.constant('add_entity' as const), rule: fc.constantFrom(...ENTITY_RULES), name: fc.option(text), wallets }),
  fc.record({ op: fc.constant('edit_entity' as const), id: noteId, name: fc.option(text), wallets }),
  fc.record({ op: fc.constant('delete_entity' as const), id: noteId }),
  fc.record({ op: fc.constant('rename' as const), name: fc.option(text) }),
  fc
    .tuple(fc.constantFrom('add_item' as const, 'remove_item' as const), fc.constantFrom('token' as const, 'wallet' as const), listed)
    .map(([op, kind, at]) => ({ op, kind, ...at })),
  fc.record({
    op: fc.constant('add_note' as const),
    target: fc.oneof(
      listed.map((at) => ({ kind: 'wallet' as const, ...at })),
      fc
        .tuple(listed, text, fc.nat({ max: 3 }))
        .map(([{ network, address }, transaction, leg]) => ({ kind: 'trade' as const, network, token_address: address, transaction, leg })),
    ),
    text,
  }),
  fc.record({ op: fc.constant('edit_note' as const), id: noteId, text }),
  fc.record({ op: fc.constant('delete_note' as const), id: noteId }),
  fc.record({
    op: fc.constant('add_finding' as const),
    text,
    evidence: fc.constant([{ kind: 'transaction' as const, network: 'eth' as const, transaction: '0x1' }]),
  }),
  fc.record({ op: fc.constant('edit_finding' as const), id: noteId, text }),
  fc.record({ op: fc.constant('move_finding' as const), id: noteId, to: fc.nat({ max: 5 }) }),
  fc.record({ op: fc.constant('delete_finding' as const), id: noteId }),
)
type Action = CaseCommand | 'undo' | 'redo' | number
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 5, arbitrary: command },
  fc.constantFrom('undo' as const, 'redo' as const),
  fc.nat({ max: 15 }),
)

/** The answer updates a record that was read before. A refused action changes nothing. */
function attempt(db: WriteDb, act: Action, at: number): void {
  const before = contents(db)
  const known = read(db, 'caseRecord', 'c')
  try {
    const { changes, ...place } =
      typeof act === 'object'
        ? write(db, 'changeCase', { id: 'c', revision: before.revision, command: act, at })
        : write(db, 'moveCase', { id: 'c', revision: before.revision, to: act, at })
    if (changes === null) expect(typeof act).toBe('number')
    else if (known !== null) expect(withChanges(known, { ...place, changes })).toEqual(read(db, 'caseRecord', 'c'))
  } catch (error) {
    expect(error).toMatchObject({ name: 'AppError' })
    expect(contents(db)).toEqual(before)
  }
}

function withCase(work: (db: WriteDb) => void): void {
  withWriter((db) => {
    write(db, 'createCase', { id: 'c', name: null, at: 1 })
    work(db)
  })
}

const runs = () => ({ numRuns: runsOf(process.env['HOLDERSCOPE_TEST_ROUNDS'] === 'all' ? 500 : 20) })

describe('the history of a case', () => {
  it('has the state before each step when undone and the state after when redone, over any sequence of commands', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 25 }), (commands) =>
        withCase((db) => {
          const states = [contents(db)]
          commands.forEach((each, i) => {
            attempt(db, each, 10 + i)
            const now = contents(db)
            if (now.step !== states.at(-1)?.step) states.push(now)
          })
          for (const { state } of states.toReversed().slice(1)) {
            attempt(db, 'undo', 99)
            expect(contents(db).state).toEqual(state)
          }
          expect(read(db, 'caseRecord', 'c')?.undo).toBeNull()
          for (const { state } of states.slice(1)) {
            attempt(db, 'redo', 99)
            expect(contents(db).state).toEqual(state)
          }
          expect(read(db, 'caseRecord', 'c')?.redo).toBeNull()
        }),
      ),
      runs(),
    )
  })

  it('shows the same state at a step however it was reached, over any mix of commands, undo, redo and jumps', () => {
    fc.assert(
      fc.property(fc.array(action, { maxLength: 40 }), (actions) =>
        withCase((db) => {
          const seen = new Map([[0, contents(db).state]])
          actions.forEach((each, i) => {
            attempt(db, each, 10 + i)
            const { step, state } = contents(db)
            if (seen.has(step)) expect(state).toEqual(seen.get(step))
            else seen.set(step, state)
          })
          for (const [step, state] of seen) {
            attempt(db, step, 99)
            expect(contents(db).state).toEqual(state)
          }
          const history = read(db, 'caseHistory', { id: 'c', before: null, limit: 1000 }) ?? []
          expect(history.map(({ step }) => step).toSorted((a, b) => a - b)).toEqual([...seen.keys()].toSorted((a, b) => a - b))
          expect(history.filter(({ state }) => state === 'current')).toHaveLength(1)
        }),
      ),
      runs(),
    )
  })

  it('keeps a branch that a new change abandoned, and goes back to it', () =>
    withCase((db) => {
      attempt(db, { op: 'rename', name: 'first' }, 2)
      attempt(db, 'undo', 3)
      attempt(db, { op: 'rename', name: 'second' }, 4)
      expect(read(db, 'caseHistory', { id: 'c', before: null, limit: 10 })?.map(({ step, state, text }) => [step, state, text])).toEqual([
        [2, 'current', 'Named the case “second”'],
        [1, 'abandoned', 'Named the case “first”'],
        [0, 'done', 'Started the case'],
      ])
      attempt(db, 1, 5)
      expect(read(db, 'caseRecord', 'c')).toMatchObject({ name: 'first', redo: null, undo: 'Named the case “first”' })
      attempt(db, 'undo', 6)
      expect(read(db, 'caseRecord', 'c')).toMatchObject({ name: null, redo: 'Named the case “first”' })
    }))

  it('keeps findings in their order through moves, deletions and undo', () =>
    withCase((db) => {
      const texts = (): string[] => (read(db, 'caseRecord', 'c')?.findings ?? []).map((finding) => finding.text)
      for (const each of ['a', 'b', 'c', 'd']) attempt(db, { op: 'add_finding', text: each, evidence: [] }, 2)
      attempt(db, { op: 'move_finding', id: '4', to: 0 }, 3)
      expect(texts()).toEqual(['d', 'a', 'b', 'c'])
      attempt(db, { op: 'delete_finding', id: '1' }, 4)
      attempt(db, { op: 'move_finding', id: '4', to: 9 }, 5)
      expect(texts()).toEqual(['b', 'c', 'd'])
      expect(read(db, 'caseRecord', 'c')?.undo).toBe('Changed the order of the findings')
      for (let i = 0; i < 3; i++) attempt(db, 'undo', 6)
      expect(texts()).toEqual(['a', 'b', 'c', 'd'])
    }))

  it('refuses to go beyond a step that was lost, and changes nothing', () =>
    withCase((db) => {
      for (const name of ['first', 'second', 'third']) attempt(db, { op: 'rename', name }, 2)
      db.run(sql`DELETE FROM case_step WHERE step = 2`)
      const before = contents(db)
      for (const to of [0, 1]) {
        expect(() => write(db, 'moveCase', { id: 'c', revision: before.revision, to, at: 3 })).toThrow('A part of the history of this case is lost')
      }
      expect(contents(db)).toEqual(before)
    }))

  it('refuses a change that was made on an older revision, and changes nothing', () =>
    withCase((db) => {
      attempt(db, { op: 'rename', name: 'one window' }, 2)
      const other = { id: 'c', revision: 0, command: { op: 'rename', name: 'the other' }, at: 3 } as const
      expect(() => write(db, 'changeCase', other)).toThrow(
        'This case was changed elsewhere since revision 0 and is at revision 1 now. Read it again, then repeat the change.',
      )
      expect(() => write(db, 'moveCase', { id: 'c', revision: 0, to: 'undo', at: 3 })).toThrow('This case was changed elsewhere')
      expect(read(db, 'caseRecord', 'c')).toMatchObject({ name: 'one window', revision: 1 })
    }))
})
