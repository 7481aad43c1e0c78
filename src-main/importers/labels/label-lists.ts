import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { LABELS, LINK_POLICIES, type AddressLabel, type Label, type LinkPolicy } from '../../../src-shared/domain/labels.ts'
import { isNetworkId, type NetworkId } from '../../../src-shared/networks.ts'
import { readCsv } from '../../../src-shared/domain/read-csv.ts'
import type { Store } from '../../store/interface.ts'
import { EntityNames } from './entity-names.ts'

/** The setting with the hash of the stored lists. Without it, the next start stores them again. */
export const LABEL_LISTS_SETTING = 'label_lists'
/** Incremented when the parser reads other labels from the same files. */
const PARSER_VERSION = '2'
const FILES = ['labels_evm.csv', 'labels_sol.csv', 'labels_sui.csv', 'lockers.csv'] as const
/** Rows parsed and stored per turn of the event loop: a few milliseconds. */
const ROWS_PER_TURN = 500

type Row = Readonly<Record<string, string>>
type LabelNetwork = NetworkId | 'evm'

/**
 * Loads the label lists in `<resourcesDir>/labels` into the store if they are not stored yet or have changed.
 *
 * @returns the number of labels written; 0 if these lists were already stored
 */
export async function seedLabels(store: Store, resourcesDir: string): Promise<number> {
  const hash = createHash('sha256').update(PARSER_VERSION)
  const texts: [file: string, text: string][] = []
  for (const file of FILES) {
    const text = await readFile(join(resourcesDir, 'labels', file), 'utf8')
    hash.update(text)
    texts.push([file, text])
  }
  const version = hash.digest('hex')
  if ((await store.read.setting(LABEL_LISTS_SETTING)) === version) return 0
  let written = 0
  for (const [file, text] of texts) {
    for (const [network, labels] of await parseLabels(text)) {
      for (let from = 0; from < labels.length; from += ROWS_PER_TURN) {
        await store.write.saveLabels({ network, source: file, rows: labels.slice(from, from + ROWS_PER_TURN) })
        await nextTurn()
      }
      written += labels.length
    }
  }
  await store.write.saveSetting({ name: LABEL_LISTS_SETTING, value: version })
  return written
}

/** One label per network and address. Rows of the same address are merged. */
async function parseLabels(text: string): Promise<Map<LabelNetwork, AddressLabel[]>> {
  const names = new EntityNames()
  const rows = await readRows(text)
  for (const row of rows) names.learn(row.entity ?? '', row.name ?? '')
  const byAddress = new Map<string, { network: LabelNetwork; label: AddressLabel }>()
  let read = 0
  for (const row of rows) {
    if (++read % ROWS_PER_TURN === 0) await nextTurn()
    const network = readNetwork(row)
    const label = 'locker' in row ? toLockerLabel(row) : toLabel(row, names)
    if (network === null || label === null) continue
    const key = `${network}:${label.address}`
    const known = byAddress.get(key)
    byAddress.set(key, { network, label: known === undefined ? label : mergeLabels(known.label, label) })
  }
  const byNetwork = Map.groupBy(byAddress.values(), ({ network }) => network)
  return new Map([...byNetwork].map(([network, entries]) => [network, entries.map(({ label }) => label)]))
}

/** No field of the lists has a line break. */
async function readRows(text: string): Promise<Row[]> {
  const [head = '', ...lines] = text.split('\n')
  const rows: Row[] = []
  for (let from = 0; from < lines.length; from += ROWS_PER_TURN) {
    rows.push(...readCsv([head, ...lines.slice(from, from + ROWS_PER_TURN)].join('\n')))
    await nextTurn()
  }
  return rows
}

function readNetwork(row: Row): LabelNetwork | null {
  const name = row.network ?? ''
  return name === 'evm' || isNetworkId(name) ? name : null
}

function toLabel(row: Row, names: EntityNames): AddressLabel | null {
  const tag = LABELS.find((label) => label === row.label)
  const linkPolicy = LINK_POLICIES.find((policy) => policy === row.link_policy)
  if (!row.address || tag === undefined || linkPolicy === undefined) return null
  const name = row.name || (row.entity ? names.of(row.entity) : null)
  return { address: row.address, name, tags: [tag], category: row.category || null, linkPolicy, source: row.sources ?? '' }
}

/** A locker contract holds the tokens of others, so links do not pass through it. */
function toLockerLabel(row: Row): AddressLabel | null {
  if (!row.address) return null
  const name = row.locker || null
  return { address: row.address, name, tags: ['vesting'], category: row.kind || null, linkPolicy: 'hub', source: row.source ?? '' }
}

/** LINK_POLICIES is ordered from the most to the least restrictive. */
function mergeLabels(a: AddressLabel, b: AddressLabel): AddressLabel {
  const tags = new Set<Label>([...a.tags, ...b.tags])
  const policy: LinkPolicy = LINK_POLICIES.find((known) => known === a.linkPolicy || known === b.linkPolicy) ?? a.linkPolicy
  const sources = new Set([...a.source.split(';'), ...b.source.split(';')])
  return { ...a, name: a.name ?? b.name, tags: LABELS.filter((tag) => tags.has(tag)), linkPolicy: policy, source: [...sources].join(';') }
}
