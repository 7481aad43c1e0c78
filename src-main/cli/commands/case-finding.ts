import { InvalidArgumentError, type Command } from 'commander'
import type { CaseRecord } from '../../../src-shared/contract/records/cases.ts'
import type { EvidenceRef } from '../../../src-shared/contract/records/findings.ts'
import type { Address, TokenKey } from '../../../src-shared/domain/address.ts'
import type { Context } from '../../context.ts'
import { UserFault } from '../../lib/app-error.ts'
import { EXIT, print, printJson } from '../output.ts'
import { collect } from '../source-option.ts'
import { table } from '../table.ts'
import { ADDRESS_HELP, NETWORK_HELP, tokenArgument, walletArgument } from '../token-argument.ts'
import { act, caseInUse, change, type CaseOptions } from './case-session.ts'

interface EvidenceOptions extends CaseOptions {
  readonly edge?: readonly string[]
  readonly cluster?: readonly number[]
  readonly tx?: readonly string[]
  readonly snapshot?: number | true
  readonly scan?: boolean
}

/** `case finding …`: sentences of the report, each with its evidence. */
export function addFindingCommands(parent: Command): void {
  const group = parent.command('finding').description('findings: sentences with their evidence, in the order of the report')
  const onCase = (name: string, about: string): Command =>
    group.command(name).description(about).option('--case <case>', 'id or name of the case (default: the most recently opened)')

  onCase('add', 'add a finding')
    .argument('<text>')
    .argument('[network]', NETWORK_HELP)
    .argument('[token]', ADDRESS_HELP)
    .option('--edge <a,b>', 'the evidence between two wallets of the token', collect)
    .option('--cluster <n>', 'a cluster of the token, by its number as shown', (text: string, known: number[] = []) => [...known, toNumber(text)])
    .option('--tx <id>', 'a transaction', collect)
    .option('--snapshot [t]', 'the snapshot of that time, else the newest', toNumber)
    .option('--scan', 'the newest scan of the token')
    .action(
      act((context, options, text = '', network, token) => {
        const evidence = network === undefined ? [] : refs(tokenArgument(network, token ?? ''), options)
        return change(context, options, { op: 'add_finding', text, evidence })
      }),
    )
  onCase('list', 'print the findings in order').action(act(list))
  onCase('edit', 'change the text of a finding')
    .argument('<n>', 'its number in the list', toNumber)
    .argument('<text>')
    .action(
      act(async (context, options, n, text = '') => change(context, options, { op: 'edit_finding', id: await idAt(context, options, n), text })),
    )
  onCase('move', 'move a finding to another place')
    .argument('<n>', 'its number in the list', toNumber)
    .argument('<to>', 'its new number', toNumber)
    .action(
      act(async (context, options, n, to) =>
        change(context, options, { op: 'move_finding', id: await idAt(context, options, n), to: Math.max(0, Number(to) - 1) }),
      ),
    )
  onCase('delete', 'delete a finding; undo restores it')
    .argument('<n>', 'its number in the list', toNumber)
    .action(act(async (context, options, n) => change(context, options, { op: 'delete_finding', id: await idAt(context, options, n) })))
}

function refs(token: TokenKey, options: EvidenceOptions): EvidenceRef[] {
  const { network, address: token_address } = token
  const of = { network, token_address }
  return [
    ...(options.edge ?? []).map((pair): EvidenceRef => ({ kind: 'edge', ...of, ...toPair(token, pair) })),
    ...(options.cluster ?? []).map((n): EvidenceRef => ({ kind: 'cluster', ...of, cluster: n - 1 })),
    ...(options.tx ?? []).map((transaction): EvidenceRef => ({ kind: 'transaction', network, transaction })),
    ...(options.snapshot === undefined ? [] : [{ kind: 'snapshot' as const, ...of, timestamp: options.snapshot === true ? null : options.snapshot }]),
    ...(options.scan === true ? [{ kind: 'scan' as const, ...of }] : []),
  ]
}

function toPair({ network }: TokenKey, text: string): { a: Address; b: Address } {
  const [a, b, ...rest] = text.split(',').map((part) => walletArgument(network, part.trim()))
  if (a === undefined || b === undefined || rest.length > 0) throw new UserFault('--edge takes two addresses: --edge A,B', EXIT.usage)
  return { a, b }
}

async function list(context: Context, options: CaseOptions): Promise<void> {
  const { findings } = await caseInUse(context.store, options)
  if (options.json) return printJson(findings)
  if (findings.length === 0) return print('No findings yet. Add one: holderscope case finding add TEXT')
  const rows = findings.map(({ text, evidence }, index) => [`${index + 1}`, text, evidence.map(({ kind }) => kind).join(', ')])
  print(table(['n', 'finding', 'evidence'], rows))
}

async function idAt({ store }: Context, options: CaseOptions, n: string | undefined): Promise<string> {
  const { findings }: CaseRecord = await caseInUse(store, options)
  const found = findings[Number(n) - 1]
  if (found === undefined) throw new UserFault(`This case has no finding ${n}. List them: holderscope case finding list`, EXIT.usage)
  return found.id
}

export function toNumber(text: string): number {
  if (!/^\d+$/.test(text) || Number(text) < 1) throw new InvalidArgumentError('It must be a number of at least 1.')
  return Number(text)
}
