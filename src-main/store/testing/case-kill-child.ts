import { writeSync } from 'node:fs'
import { read, write } from '../dispatch.ts'
import { openWriter } from '../connection/database.ts'
import type { CaseCommand, NoteTarget } from '../../../src-shared/domain/cases/case.ts'
import { TOKEN, txHash, wallet } from './samples.ts'

/** Run by case-kill.test.ts in a child process. Edits a case endlessly, and reports each revision once it is acknowledged. */

const REPORTS = 3
const ID = 'c'
const TRADED = { network: TOKEN.network, token_address: TOKEN.address } as const

const [path = ''] = process.argv.slice(2)
const { db } = openWriter(path)
let now = read(db, 'caseRecord', ID) ?? write(db, 'createCase', { id: ID, name: null, at: 1 })
writeSync(process.stdout.fd, 'started')

for (;;) {
  const { revision } = now
  const edit = { id: ID, revision, at: revision }
  if (now.undo !== null && revision % 7 === 5) write(db, 'moveCase', { ...edit, to: 'undo' })
  else if (now.redo !== null && revision % 7 === 6) write(db, 'moveCase', { ...edit, to: 'redo' })
  else if (revision % 8 === 4) write(db, 'changeCase', { ...edit, command: graphOrView(revision) })
  else if (revision % 4 === 2) write(db, 'changeCase', { ...edit, command: claim(revision) })
  else if (revision % 5 === 3) write(db, 'changeCase', { ...edit, command: findingOrItem(revision) })
  else if (revision % 3 === 0) write(db, 'changeCase', { ...edit, command: { op: 'rename', name: `revision ${revision}` } })
  else write(db, 'changeCase', { ...edit, command: { op: 'add_note', target: walletOrTrade(revision), text: `note ${revision}` } })
  now = read(db, 'caseRecord', ID) ?? now
  writeSync(REPORTS, `${now.revision} ${JSON.stringify(now)}\n`)
}

function walletOrTrade(revision: number): NoteTarget {
  if (revision % 2 === 0) return { kind: 'wallet', network: 'eth', address: wallet(revision) }
  return { kind: 'trade', ...TRADED, transaction: txHash(revision), leg: revision % 3 }
}

/** In turns: a new finding, moving the last one to the front, or a wallet of interest. */
function findingOrItem(revision: number): CaseCommand {
  const last = now.findings.at(-1)
  if (revision % 15 === 13 && last !== undefined) return { op: 'move_finding', id: last.id, to: 0 }
  if (revision % 10 === 3) return { op: 'add_item', kind: 'wallet', network: 'eth', address: wallet(revision) }
  return { op: 'add_finding', text: `finding ${revision}`, evidence: [{ kind: 'transaction', network: 'eth', transaction: `0x${revision}` }] }
}

/** In turns: hiding and pinning nodes of a graph, or a saved view. */
function graphOrView(revision: number): CaseCommand {
  const at = { x: revision, y: -revision / 2 }
  const pin = [{ node: wallet(revision), ...at, from: null }]
  const hidden = [wallet(revision + 1)]
  if (revision % 16 === 4) return { op: 'change_graph', ...TRADED, hide: hidden, group: hidden, pin }
  const content = { search: '', camera: { ...at, zoom: 1 }, layout: 'bubbles', filters: [], hidden, grouped: [], pinned: pin, thresholds: {} }
  return { op: 'save_view', name: `view ${revision}`, ...TRADED, ...content }
}

/** In turns: a tag or an entity. */
function claim(revision: number): CaseCommand {
  const at = { network: 'evm', address: wallet(revision) } as const
  if (revision % 8 === 2) return { op: 'add_entity', rule: 'owner_said', name: null, wallets: [at, { ...at, address: wallet(revision + 1) }] }
  return { op: 'set_tags', tags: [{ ...at, name: `tag ${revision}`, kind: 'suspect', effect: 'hub', note: null, source: null, confidence: 0.5 }] }
}
