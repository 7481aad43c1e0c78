import type { CaseHit } from '../../../../../src-shared/contract/records/case-search.ts'
import type { NoteTarget } from '../../../../../src-shared/domain/cases/case.ts'
import type { NetworkId } from '../../../../../src-shared/networks.ts'
import type { ReadDb } from '../../../connection/handle.ts'
import { joined, sql, type Query } from '../../../connection/sql.ts'
import type { CaseViewer } from '../../../stored.ts'
import { networkOfCode } from '../../../values/codes.ts'
import { isSeenBy } from '../case-members.ts'
import type { SearchPart } from './search-index.ts'
import type { Read } from '../../calls.ts'

interface Row {
  readonly owner: string
  readonly case_name: string | null
  readonly part: SearchPart
  readonly key: string
  readonly text: string
  readonly target: string | null
}

/** The trigram index does not find shorter words. They are matched against the rows that the longer words find. */
const INDEXED_CHARS = 3
/** Characters of a field around its first match. */
const SNIPPET = 160

export const searchCases: Read<'searchCases'> = (db, { q, id, limit, viewer }) => {
  const words = q
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return []
  const tokens = tokenHits(db, words, id, viewer)
  const rows = db.all<Row>(sql`
    SELECT t.owner, f.name AS case_name, t.part, t.key, t.text, n.target
    FROM case_text t JOIN case_file f ON f.id = t.owner
    LEFT JOIN case_note n ON t.part = 'note' AND n.case_id = t.owner AND n.id = t.key
    WHERE ${joined([matches(db, words), ...inCase(sql`t.owner`, id, viewer)], ' AND ')} ORDER BY t.id DESC LIMIT ${limit}`)
  return [...tokens, ...rows.map((row) => toHit(row, words))].slice(0, limit)
}

const inCase = (column: Query, id: string | null, viewer: CaseViewer): Query[] => [
  ...(id === null ? [] : [sql`${column} = ${id}`]),
  ...(viewer === undefined ? [] : [isSeenBy(viewer, column)]),
]

function matches(db: ReadDb, words: readonly string[]): Query {
  const long = words.filter((word) => [...word].length >= INDEXED_CHARS)
  const short = words.filter((word) => !long.includes(word)).map((word) => sql`instr(lower(t.text), ${word}) > 0`)
  return joined([...(long.length === 0 ? [] : [db.containing(long)]), ...short], ' AND ')
}

function toHit({ owner, case_name, part, key, text, target }: Row, words: readonly string[]): CaseHit {
  const hit = { case_id: owner, case_name, text: snippet(text, words) }
  switch (part) {
    case 'name':
      return { ...hit, kind: 'case', id: null, target: { kind: 'case' } }
    case 'item': {
      const [kind, network, address] = key.split(' ') as ['token' | 'wallet', NetworkId, string]
      return { ...hit, kind, id: null, target: { kind, network, address } }
    }
    case 'tag': {
      const [network, address] = key.split(' ') as [NetworkId | 'evm', string]
      return { ...hit, kind: 'tag', id: null, target: { kind: 'wallet', network: network === 'evm' ? 'eth' : network, address } }
    }
    case 'note':
      return { ...hit, kind: 'note', id: key, target: target === null ? null : (JSON.parse(target) as NoteTarget) }
    default:
      return { ...hit, kind: part, id: key, target: null }
  }
}

/** One line around the first match. */
function snippet(text: string, words: readonly string[]): string {
  const at = Math.max(0, text.toLowerCase().indexOf(words[0] ?? '') - SNIPPET / 4)
  const part = text
    .slice(at, at + SNIPPET)
    .toWellFormed()
    .replaceAll(/\s+/g, ' ')
    .trim()
  return `${at > 0 ? '…' : ''}${part}${at + SNIPPET < text.length ? '…' : ''}`
}

/** Symbols and names come from the stored token, which may be read after it was added to the case. */
function tokenHits(db: ReadDb, words: readonly string[], id: string | null, viewer: CaseViewer): CaseHit[] {
  const rows = db.all<{
    case_id: string
    case_name: string | null
    network: NetworkId
    code: number
    address: string
    symbol: string
    name: string
  }>(sql`
    SELECT i.case_id, f.name AS case_name, i.network, a.network AS code, i.address, coalesce(t.symbol, '') AS symbol, coalesce(t.name, '') AS name
    FROM case_item i JOIN case_file f ON f.id = i.case_id JOIN address a ON a.text = i.address JOIN token t ON t.id = a.id
    WHERE ${joined([sql`i.kind = 'token'`, ...inCase(sql`i.case_id`, id, viewer)], ' AND ')} ORDER BY f.changed_at DESC, f.id, i.address, i.network`)
  return rows
    .filter(
      ({ network, code, symbol, name }) => networkOfCode(code) === network && words.every((word) => `${symbol} ${name}`.toLowerCase().includes(word)),
    )
    .map(({ case_id, case_name, network, address, symbol, name }) => ({
      case_id,
      case_name,
      kind: 'token',
      id: null,
      text: `${symbol} ${name}`.trim(),
      target: { kind: 'token', network, address },
    }))
}
