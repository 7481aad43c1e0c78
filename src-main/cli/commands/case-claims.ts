import { readFile } from 'node:fs/promises'
import { Option, type Command } from 'commander'
import type { CaseRecord } from '../../../src-shared/contract/records/cases.ts'
import { TAG_EFFECTS, TAG_KINDS, type EntityRule } from '../../../src-shared/domain/cases/claim-lists.ts'
import { TAG_COLUMNS, type CaseTag, type ClaimedWallet } from '../../../src-shared/domain/cases/claims.ts'
import { countOf } from '../../../src-shared/domain/shown.ts'
import type { Context } from '../../context.ts'
import { readTags } from '../../importers/cases/read-tags.ts'
import { isTagPackFile, tagPackText } from '../../../src-shared/domain/cases/tag-pack.ts'
import { UserFault } from '../../lib/app-error.ts'
import { toCsv } from '../../../src-shared/domain/csv.ts'
import { EXIT, print, printJson, writeOutput } from '../output.ts'
import { paragraph, table } from '../table.ts'
import { clustersText } from '../texts/clusters.ts'
import { ADDRESS_HELP, claimedArgument, NETWORK_HELP, tokenArgument } from '../token-argument.ts'
import { act, caseInUse, change, type CaseOptions } from './case-session.ts'
import { unknownToken } from './records.ts'

const WHERE_HELP = `${NETWORK_HELP}, or evm for every EVM network`

interface TagOptions {
  readonly kind: CaseTag['kind']
  readonly effect: CaseTag['effect']
  readonly note?: string
  readonly from?: string
  readonly confidence?: number
}

/** Commands for tags and entities, and for clusters under a case. */
export function addCaseClaims(onCase: (name: string, about: string) => Command): void {
  onCase('tag', 'tag an address, or change its tag of that name')
    .argument('<network>', WHERE_HELP)
    .argument('<address>')
    .argument('<name>')
    .addOption(new Option('--kind <kind>', 'what the address is').choices([...TAG_KINDS]).default('other'))
    .addOption(new Option('--effect <effect>', 'hub: joins no wallets when this case is counted').choices([...TAG_EFFECTS]).default('none'))
    .option('--note <text>', 'what you know about it')
    .option('--from <text>', 'where you know it from')
    .option('--confidence <number>', 'from 0 to 1', Number)
    .action(
      act((context, options, network, address, name = '') =>
        setTag(context, options as CaseOptions & TagOptions, { ...claimedArgument(network, address), name }),
      ),
    )
  onCase('untag', 'remove a tag')
    .argument('<network>', WHERE_HELP)
    .argument('<address>')
    .argument('<name>')
    .action(
      act((context, options, network, address, name = '') =>
        change(context, options, { op: 'remove_tag', ...claimedArgument(network, address), name }),
      ),
    )
  onCase('tags', 'write the tags, or set them from a file: CSV, or a TagPack if its name ends in .yaml')
    .option('--out <file>', 'write them to this file instead of printing them as CSV')
    .option('--from <file>', 'set the tags from this file')
    .action(act((context, options) => tagsFile(context, options as CaseOptions & FileOptions)))
  addEntity(onCase('join', 'say that wallets belong to one owner'), 'owner_said')
  addEntity(onCase('part', 'say that these wallets all have different owners'), 'not_same')
  onCase('disband', 'delete an entity')
    .argument('<entity>', 'its id or name')
    .action(
      act(async (context, options, idOrName = '') =>
        change(context, options, { op: 'delete_entity', id: await entityId(context, options, idOrName) }),
      ),
    )
  onCase('clusters', 'print clusters of a token as the case counts them')
    .argument('<network>', NETWORK_HELP)
    .argument('<address>', ADDRESS_HELP)
    .action(act(clusters))
}

function addEntity(command: Command, rule: EntityRule): void {
  command
    .argument('<wallets...>', 'each as NETWORK:ADDRESS, with evm for every EVM network')
    .option('--name <name>', 'name of the owner')
    .action((wallets: string[], ...rest: unknown[]) =>
      act((context, options) => {
        const { name = null } = options as CaseOptions & { readonly name?: string }
        return change(context, options, { op: 'add_entity', rule, name, wallets: wallets.map(walletText) })
      })(...rest),
    )
}

function setTag(context: Context, options: CaseOptions & TagOptions, key: ClaimedWallet & { readonly name: string }): Promise<void> {
  const { kind, effect, note = null, from: source = null, confidence = null } = options
  if (confidence !== null && !(confidence >= 0 && confidence <= 1)) throw new UserFault('--confidence takes a number from 0 to 1.', EXIT.usage)
  return change(context, options, { op: 'set_tags', tags: [{ ...key, kind, effect, note, source, confidence }] })
}

async function tagsFile(context: Context, options: CaseOptions & FileOptions): Promise<void> {
  const { from, out } = options
  if (from !== undefined) {
    const text = await readFile(from, 'utf8').catch((error: unknown) => {
      throw new UserFault(`Cannot read ${from}: ${(error as Error).message}.`, EXIT.failed, { cause: error })
    })
    const { tags, leftOut } = await readTags(isTagPackFile(from) ? { tagpack: text } : { csv: text })
    await change(context, options, { op: 'set_tags', tags: [...tags] })
    if (leftOut > 0 && !options.json) print(`Left out ${countOf(leftOut, 'tag')} without an address on a supported network.`)
    return
  }
  const { name, tags } = await caseInUse(context.store, options)
  const csv = (): string =>
    toCsv(
      TAG_COLUMNS,
      tags.map((tag) => TAG_COLUMNS.map((column) => tag[column])),
    )
  if (out === undefined) return print(csv().trimEnd())
  if (!isTagPackFile(out) && !/\.csv$/i.test(out)) throw new UserFault(`${out} has no known extension; use .csv, or .yaml for a TagPack.`, EXIT.usage)
  await writeOutput(out, isTagPackFile(out) ? tagPackText(name ?? 'Private tags', tags) : csv())
  print(`${out}: ${countOf(tags.length, 'tag')}.`)
}

interface FileOptions {
  readonly from?: string
  readonly out?: string
}

async function entityId({ store }: Context, options: CaseOptions, idOrName: string): Promise<string> {
  const { entities } = await caseInUse(store, options)
  const found = entities.filter(({ id, name }) => id === idOrName || name === idOrName)
  if (found.length > 1) throw new UserFault(`${found.length} entities are named "${idOrName}". Use an id: holderscope case open`, EXIT.usage)
  return found[0]?.id ?? idOrName
}

async function clusters(context: Context, options: CaseOptions, networkText = '', addressText = ''): Promise<void> {
  const token = tokenArgument(networkText, addressText)
  const record = await caseInUse(context.store, options)
  const answer = await context.engine.query(token, 'clusters', {}, { caseId: record.id })
  if (answer === null) throw unknownToken(token)
  if (options.json) return printJson(answer.value)
  const { clusters: rows, total_cluster_pct, notes } = answer.value
  const found = { total_cluster_pct, clusters: rows.map(({ pct, tags, members }) => ({ pct, tags, cluster_addresses: members })) }
  print([rows.length === 0 ? 'None.' : clustersText(found, answer.value), ...notes.map((note) => paragraph(note, { bullet: 'Note: ' }))].join('\n'))
}

/** Tags and entities as tables; empty without any. */
export function claimTexts({ tags, entities }: Pick<CaseRecord, 'tags' | 'entities'>): string[] {
  const tagRows = tags.map(({ network, address, name, kind, effect, source }) => [network, address, name, kind, effect, source ?? ''])
  const entityRows = entities.map(({ id, rule, name, wallets }) => [
    id,
    rule,
    name ?? '',
    wallets.map(({ network, address }) => `${network}:${address}`).join(' '),
  ])
  return [
    ...(tags.length === 0 ? [] : [table(['tag on', 'address', 'name', 'kind', 'effect', 'source'], tagRows)]),
    ...(entities.length === 0 ? [] : [table(['entity', 'rule', 'name', 'wallets'], entityRows)]),
  ]
}

function walletText(text: string): ClaimedWallet {
  const at = text.indexOf(':')
  if (at < 1) throw new UserFault(`"${text}" names no network. Write it as NETWORK:ADDRESS.`, EXIT.usage)
  return claimedArgument(text.slice(0, at), text.slice(at + 1))
}
