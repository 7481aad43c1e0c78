import type { ImportRecord, ImportResult } from '../../../src-shared/contract/records/imports.ts'
import { countOf } from '../../format/number.ts'

export const IMPORT_KINDS: Readonly<Record<ImportRecord['kind'], string>> = {
  holder_map: 'Holder map',
  relationship_map: 'Relationship map',
  holder_list: 'Holder list',
  transfer_list: 'Transfer list',
  node_answers: 'Node responses',
  snapshot: 'Snapshot',
}

/** "150 holders, 3 trades"; "nothing new" for known content. */
export function importedText({ holders, trades, transfers, snapshots }: ImportResult): string {
  const parts = [
    holders > 0 ? countOf(holders, 'holder') : '',
    trades > 0 ? countOf(trades, 'trade') : '',
    transfers > 0 ? countOf(transfers, 'transfer') : '',
    snapshots > 0 ? countOf(snapshots, 'snapshot') : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? 'nothing new' : parts.join(', ')
}

/** Result of an import as a sentence. */
export function resultText(result: ImportResult): string {
  const skipped =
    result.skipped === 0
      ? ''
      : ` ${countOf(result.skipped, 'entry', 'entries')} could not be read and ${result.skipped === 1 ? 'was' : 'were'} skipped.`
  return `${IMPORT_KINDS[result.kind]}: ${importedText(result)}.${skipped}`
}
