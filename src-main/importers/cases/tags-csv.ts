import { TAGS_MAX, caseTag } from '../../../src-shared/contract/records/cases.ts'
import { parseAddress } from '../../../src-shared/domain/parse-address.ts'
import { TAG_EFFECTS, TAG_KINDS } from '../../../src-shared/domain/cases/claim-lists.ts'
import { TAG_COLUMNS, type CaseTag } from '../../../src-shared/domain/cases/claims.ts'
import { NETWORK_IDS } from '../../../src-shared/networks.ts'
import { readCsv } from '../../../src-shared/domain/read-csv.ts'
import { AppError } from '../../lib/app-error.ts'
import { readingCsv } from '../errors.ts'

const REQUIRED = TAG_COLUMNS.slice(0, 3)
/** Maximum problems that an error lists. */
const LISTED = 5
const FORMAT = `Expected a CSV file with the columns ${TAG_COLUMNS.join(',')}, of which ${REQUIRED.join(', ')} are required. network: ${[...NETWORK_IDS, 'evm'].join(', ')}. kind: ${TAG_KINDS.join(', ')}. effect: ${TAG_EFFECTS.join(', ')}. confidence: 0 to 1. For example:
network,address,name,kind,effect
evm,0x6982508145454ce325ddbe47a25d4ec3d2311933,OTC desk,service,hub`

type Row = Readonly<Record<string, string>>

/**
 * Tags from CSV, with the columns that this app writes or fewer.
 *
 * @throws AppError `validation_error` that names the wrong rows and shows the format. No tag is taken from a file with a wrong row
 */
export function readTagsCsv(text: string): CaseTag[] {
  const rows = readingCsv(() => readCsv(text), FORMAT)
  const [first] = rows
  if (first === undefined) throw refusal('The file has no rows.')
  const missing = REQUIRED.filter((column) => !(column in first))
  if (missing.length > 0) throw refusal(`The first row has no column ${missing.join(', ')}.`)
  if (rows.length > TAGS_MAX) throw refusal(`The file has ${rows.length} rows; at most ${TAGS_MAX} are accepted at once.`)
  const problems: string[] = []
  const tags = rows.flatMap((row, index) => {
    const read = readRow(row)
    if (typeof read !== 'string') return [read]
    // The first row has the column names.
    problems.push(`Row ${index + 2}: ${read}`)
    return []
  })
  if (problems.length === 0) return tags
  const more = problems.length > LISTED ? [`And ${problems.length - LISTED} more rows.`] : []
  throw refusal([...problems.slice(0, LISTED), ...more].join(' '))
}

function readRow(row: Row): CaseTag | string {
  const value = (column: (typeof TAG_COLUMNS)[number]): string => unescapeFormula((row[column] ?? '').trim())
  const optional = (column: 'note' | 'source'): string | null => (value(column) === '' ? null : value(column))
  const confidence = value('confidence')
  const parsed = caseTag.safeParse({
    network: value('network'),
    address: value('address'),
    name: value('name'),
    kind: value('kind') === '' ? 'other' : value('kind'),
    effect: value('effect') === '' ? 'none' : value('effect'),
    note: optional('note'),
    source: optional('source'),
    confidence: confidence === '' ? null : Number(confidence),
  })
  if (!parsed.success) return `${parsed.error.issues[0]?.path.join('.') ?? 'a value'} is not valid.`
  const { network, address } = parsed.data
  const found = parseAddress(network === 'evm' ? 'eth' : network, address)
  return found.ok ? { ...parsed.data, address: found.address } : found.reason
}

/** Removes the apostrophe that keeps a spreadsheet from running a cell as a formula. */
const unescapeFormula = (text: string): string => text.replace(/^'(?=[=+\-@\t\r])/, '')

const refusal = (why: string): AppError => new AppError('validation_error', { message: `${why} ${FORMAT}` })
