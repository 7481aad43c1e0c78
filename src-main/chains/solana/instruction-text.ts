import { Fields } from '../../lib/json-fields.ts'
import { Unread, type JsonScanner } from '../../lib/json-scan.ts'

/* The instructions of an answer's text, in the shapes that JSON.parse gives them, less the fields that no reader here looks at. */

const GROUP = new Fields(['index', 'instructions'])
const INSTRUCTION = new Fields(['programIdIndex', 'programId', 'accounts', 'data', 'stackHeight', 'parsed'])

class Group {
  index: unknown = undefined
  instructions: unknown = undefined
}

/** The instructions called inside an outer one. */
export function readGroup(scan: JsonScanner): unknown {
  if (!scan.isObject) return scan.value()
  const group = new Group()
  let place = 0
  if (!scan.openObject()) return group
  do {
    const field = scan.field(GROUP, place++)
    if (field === 0) group.index = scan.value()
    else if (field === 1) group.instructions = scan.list(readInstruction)
    else scan.skip()
  } while (scan.nextField())
  return group
}

class InstructionRow {
  programIdIndex: unknown = undefined
  programId: unknown = undefined
  listed: unknown = undefined
  data: unknown = undefined
  stackHeight: unknown = undefined
  parsed: unknown = undefined

  /** By name they are many, and asked for of few instructions. */
  get accounts(): unknown {
    return this.listed instanceof Unread ? this.listed.parse() : this.listed
  }
}

/** In the form of json, or in that of jsonParsed. */
export function readInstruction(scan: JsonScanner): unknown {
  if (!scan.isObject) return scan.value()
  const row = new InstructionRow()
  let place = 0
  if (!scan.openObject()) return row
  do {
    const field = scan.field(INSTRUCTION, place++)
    if (field === 0) row.programIdIndex = scan.value()
    else if (field === 1) row.programId = scan.value()
    else if (field === 2) row.listed = scan.isListOfTexts ? scan.skipped() : scan.plainList()
    else if (field === 3) row.data = scan.value()
    else if (field === 4) row.stackHeight = scan.value()
    else if (field === 5) row.parsed = readParsed(scan)
    else scan.skip()
  } while (scan.nextField())
  return row
}

const PARSED = new Fields(['type', 'info'])
const INFO = new Fields([
  'source',
  'destination',
  'authority',
  'multisigAuthority',
  'mint',
  'account',
  'owner',
  'lamports',
  'amount',
  'tokenAmount',
  'feeAmount',
])

class Parsed {
  type: unknown = undefined
  info: unknown = undefined
}

function readParsed(scan: JsonScanner): unknown {
  if (!scan.isObject) return scan.value()
  const parsed = new Parsed()
  let place = 0
  if (!scan.openObject()) return parsed
  do {
    const field = scan.field(PARSED, place++)
    if (field === 0) parsed.type = scan.value()
    else if (field === 1) parsed.info = readInfo(scan)
    else scan.skip()
  } while (scan.nextField())
  return parsed
}

function readInfo(scan: JsonScanner): unknown {
  if (!scan.isObject) return scan.value()
  const info: Record<string, unknown> = {}
  let place = 0
  if (!scan.openObject()) return info
  do {
    const field = scan.field(INFO, place++)
    const name = INFO_NAMES[field]
    if (name === undefined) scan.skip()
    else info[name] = field >= FIRST_AMOUNT ? readAmount(scan) : scan.value()
  } while (scan.nextField())
  return info
}

const INFO_NAMES = [...INFO.ids.keys()]
const FIRST_AMOUNT = INFO.ids.get('tokenAmount') ?? INFO_NAMES.length

const AMOUNT = new Fields(['amount', 'decimals'])

class Amount {
  amount: unknown = undefined
  decimals: unknown = undefined
}

/** Raw units as text, with their decimals. */
export function readAmount(scan: JsonScanner): unknown {
  if (!scan.isObject) return scan.value()
  const amount = new Amount()
  let place = 0
  if (!scan.openObject()) return amount
  do {
    const field = scan.field(AMOUNT, place++)
    if (field === 0) amount.amount = scan.value()
    else if (field === 1) amount.decimals = scan.value()
    else scan.skip()
  } while (scan.nextField())
  return amount
}
