import { randomUUID } from 'node:crypto'
import { Argument, type Command } from 'commander'
import { createCaseBody, type CaseMove } from '../../../src-shared/contract/records/cases.ts'
import { describeTarget } from '../../../src-shared/domain/cases/step-text.ts'
import type { ItemKind, NoteTarget } from '../../../src-shared/domain/cases/case.ts'
import { timeText } from '../../../src-shared/domain/shown.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import type { Context } from '../../context.ts'
import { UserFault } from '../../lib/app-error.ts'
import { unixSeconds } from '../../lib/clock.ts'
import { EXIT, print, printJson } from '../output.ts'
import { table } from '../table.ts'
import { NETWORK_HELP, networkArgument, tokenArgument, walletArgument } from '../token-argument.ts'
import { addCaseDeletion } from './case-deletion.ts'
import { addCaseFileCommands } from './case-file.ts'
import { addCaseClaims, claimTexts } from './case-claims.ts'
import { addCaseSharing } from './case-sharing.ts'
import { addFindingCommands, toNumber } from './case-finding.ts'
import { act, caseInUse, caseNameText, change, load, OPEN_CASE, type CaseOptions } from './case-session.ts'

const HISTORY_ROWS = 1000
const SEARCH_ROWS = 200
const ITEM_KINDS: readonly ItemKind[] = ['token', 'wallet']

interface NoteOptions extends CaseOptions {
  readonly tx?: string
  readonly swap?: number
}

export function addCase(program: Command): void {
  const group = program.command('case').description('cases: tokens, wallets, notes and findings of an investigation, with undo')
  const onCase = (name: string, about: string): Command =>
    group.command(name).description(about).option('--case <case>', 'id or name of the case (default: the most recently opened)')

  group.command('list').description('list cases, most recently changed first').action(act(list))
  group.command('new').description('start a case and open it').argument('[name]').action(act(start))
  group
    .command('open')
    .description('print a case, and use it in later commands without --case')
    .argument('<case>', 'its id or name')
    .action(act(open))
  onCase('add', 'add a token or wallet')
    .addArgument(new Argument('<kind>').choices(ITEM_KINDS))
    .argument('<network>', NETWORK_HELP)
    .argument('<address>')
    .action(act((context, options, kind, network, address) => change(context, options, { op: 'add_item', ...itemArgument(kind, network, address) })))
  onCase('note', 'write a note on the case, a token, a wallet or a trade')
    .argument('<text>', 'Markdown')
    .addArgument(new Argument('[kind]').choices([...ITEM_KINDS, 'trade']))
    .argument('[network]', NETWORK_HELP)
    .argument('[address]', 'of the token or wallet; for a trade, of its token')
    .option('--tx <id>', 'the transaction of the trade')
    .option('--swap <n>', 'which swap of the transaction, from 1 (default: 1)', toNumber)
    .action(
      act((context, options, text = '', ...about) => change(context, options, { op: 'add_note', target: noteArgument(options, ...about), text })),
    )
  group
    .command('search')
    .description('find notes, findings, tags, entities, tokens and addresses by any part of their text')
    .argument('<words...>', 'words that must all occur in the text')
    .option('--case <case>', 'only in this case, by id or name')
    .action((words: string[], ...rest: unknown[]) => act((context, options) => search(context, options, words.join(' ')))(...rest))
  addFindingCommands(group)
  addCaseDeletion(group)
  addCaseFileCommands(group)
  addCaseClaims(onCase)
  addCaseSharing(onCase)
  onCase('undo', 'undo the last change').action(act((context, options) => move(context, options, 'undo')))
  onCase('redo', 'redo the last undone change').action(act((context, options) => move(context, options, 'redo')))
  onCase('history', 'print the history, newest first').action(act(history))
}

async function list({ store }: Context, options: CaseOptions): Promise<void> {
  const rows = await store.read.cases()
  if (options.json) return printJson(rows)
  if (rows.length === 0) return print('No cases yet. Start one: holderscope case new NAME')
  const open = await store.read.setting(OPEN_CASE)
  const cells = rows.map((row) => [row.id === open ? '*' : '', row.id, caseNameText(row), `${row.items}`, `${row.notes}`, timeText(row.changed_at)])
  print(table(['', 'id', 'name', 'items', 'notes', 'changed'], cells))
}

async function search({ store }: Context, options: CaseOptions, q: string): Promise<void> {
  const id = options.case === undefined ? null : (await load(store, options.case)).id
  const hits = await store.read.searchCases({ q, id, limit: SEARCH_ROWS, viewer: undefined })
  if (options.json) return printJson(hits)
  if (hits.length === 0) return print('Nothing found.')
  print(
    table(
      ['case', 'what', 'text'],
      hits.map(({ case_name, kind, text }) => [caseNameText({ name: case_name }), kind, text]),
    ),
  )
}

async function start({ store, clock }: Context, options: CaseOptions, name?: string): Promise<void> {
  const parsed = createCaseBody.safeParse({ name: name ?? null })
  if (!parsed.success) throw new UserFault('The name of a case must have 1 to 200 characters.', EXIT.usage)
  const record = await store.write.createCase({ id: randomUUID(), name: parsed.data.name, at: unixSeconds(clock) })
  await store.write.saveSetting({ name: OPEN_CASE, value: record.id })
  if (options.json) printJson(record)
  else print(`Started and opened ${caseNameText(record)}, ${record.id}.`)
}

async function open({ store }: Context, options: CaseOptions, idOrName = ''): Promise<void> {
  const record = await load(store, idOrName)
  await store.write.saveSetting({ name: OPEN_CASE, value: record.id })
  if (options.json) return printJson(record)
  const items = record.items.map(({ kind, network, address }) => [kind, network, address])
  const notes = record.notes.map(({ target, text }) => `Note on ${describeTarget(target)}:\n${text}`)
  const findings = record.findings.map(({ text }, index) => `Finding ${index + 1}: ${text}`)
  const views = record.views.map(({ name, network, token_address, search }) => `View ${name}: /t/${network}/${token_address}${search}`)
  const parts = [caseNameText(record), items.length === 0 ? 'No tokens or wallets.' : table(['kind', 'network', 'address'], items)]
  print([...parts, ...claimTexts(record), ...views, ...notes, ...findings].join('\n\n'))
}

async function move({ store, clock }: Context, options: CaseOptions, to: CaseMove): Promise<void> {
  const { id, revision, undo, redo } = await caseInUse(store, options)
  const moved = await store.write.moveCase({ id, revision, to, at: unixSeconds(clock) })
  if (options.json) printJson(moved)
  else print(to === 'undo' ? `Undone: ${undo}.` : `Redone: ${redo}.`)
}

async function history({ store }: Context, options: CaseOptions): Promise<void> {
  const { id } = await caseInUse(store, options)
  const steps = (await store.read.caseHistory({ id, before: null, limit: HISTORY_ROWS })) ?? []
  if (options.json) printJson(steps)
  else
    print(
      table(
        ['step', 'time', 'state', 'what'],
        steps.map(({ step, at, state, text }) => [`${step}`, timeText(at), state, text]),
      ),
    )
}

function noteArgument({ tx, swap }: NoteOptions, kind?: string, network?: string, address?: string): NoteTarget {
  if (kind !== 'trade') {
    if (tx !== undefined || swap !== undefined) throw new UserFault('--tx and --swap are only for a note on a trade.', EXIT.usage)
    return kind === undefined ? { kind: 'case' } : itemArgument(kind, network, address)
  }
  if (tx === undefined || tx === '') throw new UserFault('A note on a trade needs its transaction: --tx ID', EXIT.usage)
  const token = tokenArgument(network ?? '', address ?? '')
  return { kind, network: token.network, token_address: token.address, transaction: tx, leg: (swap ?? 1) - 1 }
}

function itemArgument(kind: string | undefined, networkText = '', addressText = ''): { kind: ItemKind; network: NetworkId; address: string } {
  if (kind === 'token') return { kind, ...tokenArgument(networkText, addressText) }
  const network = networkArgument(networkText)
  return { kind: 'wallet', network, address: walletArgument(network, addressText) }
}
