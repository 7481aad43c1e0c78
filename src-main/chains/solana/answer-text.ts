import { Fields } from '../../lib/json-fields.ts'
import { JsonScanner, NOT_PLAIN, type Unread } from '../../lib/json-scan.ts'
import { readAmount, readGroup, readInstruction } from './instruction-text.ts'

/**
 * The text of an answer to what JSON.parse makes of it, less the fields that no reader here looks at: they are passed over. What
 * is left has the shapes of an answer, so everything behind is the same for a text and for an object.
 *
 * @param parse reads texts that are not plain JSON (escapes in names, long numbers, other letters than ASCII), and says what is wrong
 * @throws what `parse` throws for a text that is no JSON
 */
export function parseSolanaAnswer(text: string, parse: (text: string) => unknown = JSON.parse): unknown {
  const scanner = JsonScanner.over(text)
  if (scanner === null) return parse(text)
  try {
    const answer = readAnswer(scanner, 0)
    scanner.end()
    return answer
  } catch (error) {
    if (error !== NOT_PLAIN) throw error
    return parse(text)
  }
}

/** Lists in lists, envelopes in envelopes: deeper ones are not looked into. */
const DEEPEST_ANSWER = 8

const ANSWER = new Fields([
  'jsonrpc',
  'result',
  'slot',
  'blockTime',
  'transactionIndex',
  'indexWithinBlock',
  'blockhash',
  'parentSlot',
  'transactions',
  'transaction',
  'meta',
])

/** An envelope, a block, a transaction with its outcome, or a list of such. */
function readAnswer(scan: JsonScanner, depth: number): unknown {
  if (depth > DEEPEST_ANSWER) throw NOT_PLAIN
  if (scan.isList) return scan.list(() => readAnswer(scan, depth + 1))
  if (!scan.isObject) return scan.value()
  const answer: Record<string, unknown> = {}
  if (!scan.openObject()) return answer
  let place = 0
  do {
    switch (scan.field(ANSWER, place++)) {
      case 0:
        answer.jsonrpc = scan.value()
        break
      case 1:
        answer.result = readAnswer(scan, depth + 1)
        break
      case 2:
        answer.slot = scan.value()
        break
      case 3:
        answer.blockTime = scan.value()
        break
      case 4:
        answer.transactionIndex = scan.value()
        break
      case 5:
        answer.indexWithinBlock = scan.value()
        break
      case 6:
        answer.blockhash = scan.value()
        break
      case 7:
        answer.parentSlot = scan.value()
        break
      case 8:
        answer.transactions = readAnswer(scan, depth + 1)
        break
      case 9:
        answer.transaction = scan.isObject ? readSigned(scan) : scan.plainList()
        break
      case 10:
        answer.meta = readOutcome(scan)
        break
      default:
        scan.skip()
    }
  } while (scan.nextField())
  return answer
}

const SIGNED = new Fields(['signatures', 'message'])
const MESSAGE = new Fields(['accountKeys', 'header', 'instructions'])
const KEY = new Fields(['pubkey', 'signer'])

class Signed {
  signatures: unknown = undefined
  message: unknown = undefined
}

function readSigned(scan: JsonScanner): unknown {
  const signed = new Signed()
  let place = 0
  if (!scan.openObject()) return signed
  do {
    const field = scan.field(SIGNED, place++)
    if (field === 0) signed.signatures = scan.plainList()
    else if (field === 1) signed.message = readMessage(scan)
    else scan.skip()
  } while (scan.nextField())
  return signed
}

class Message {
  accountKeys: unknown = undefined
  header: unknown = undefined
  instructions: unknown = undefined
}

function readMessage(scan: JsonScanner): unknown {
  if (!scan.isObject) return scan.value()
  const message = new Message()
  let place = 0
  if (!scan.openObject()) return message
  do {
    const field = scan.field(MESSAGE, place++)
    if (field === 0) message.accountKeys = scan.list(readKey)
    else if (field === 1) message.header = scan.value()
    else if (field === 2) message.instructions = scan.list(readInstruction)
    else scan.skip()
  } while (scan.nextField())
  return message
}

class Key {
  pubkey: unknown = undefined
  signer: unknown = undefined
}

/** A key as encoding json writes it, or as jsonParsed does. */
function readKey(scan: JsonScanner): unknown {
  if (!scan.isObject) return scan.value()
  const key = new Key()
  let place = 0
  if (!scan.openObject()) return key
  do {
    const field = scan.field(KEY, place++)
    if (field === 0) key.pubkey = scan.value()
    else if (field === 1) key.signer = scan.value()
    else scan.skip()
  } while (scan.nextField())
  return key
}

const OUTCOME = new Fields([
  'err',
  'preBalances',
  'postBalances',
  'innerInstructions',
  'preTokenBalances',
  'postTokenBalances',
  'loadedAddresses',
  'logMessages',
])

class Outcome {
  err: unknown = undefined
  preBalances: unknown = undefined
  postBalances: unknown = undefined
  innerInstructions: unknown = undefined
  preTokenBalances: unknown = undefined
  postTokenBalances: unknown = undefined
  loadedAddresses: unknown = undefined
  logs: Unread | null = null

  /** Long, and read of few transactions only. */
  get logMessages(): unknown {
    return this.logs?.parse()
  }
}

/** Of a failed transaction nothing but its failure is read, so what stands behind it is passed over. */
function readOutcome(scan: JsonScanner): unknown {
  if (!scan.isObject) return scan.value()
  const meta = new Outcome()
  let place = 0
  if (!scan.openObject()) return meta
  do {
    const field = scan.field(OUTCOME, place++)
    if (field === 0) {
      if (meta.err !== undefined) throw NOT_PLAIN
      meta.err = scan.value()
    } else if (field < 0 || (meta.err !== null && meta.err !== undefined)) scan.skip()
    else if (field === 1) meta.preBalances = scan.plainList()
    else if (field === 2) meta.postBalances = scan.plainList()
    else if (field === 3) meta.innerInstructions = scan.list(readGroup)
    else if (field === 4) meta.preTokenBalances = scan.list(readBalance)
    else if (field === 5) meta.postTokenBalances = scan.list(readBalance)
    else if (field === 6) meta.loadedAddresses = readLoaded(scan)
    else meta.logs = scan.skipped()
  } while (scan.nextField())
  return meta
}

const LOADED = new Fields(['writable', 'readonly'])

class Loaded {
  writable: unknown = undefined
  readonly: unknown = undefined
}

function readLoaded(scan: JsonScanner): unknown {
  if (!scan.isObject) return scan.value()
  const loaded = new Loaded()
  let place = 0
  if (!scan.openObject()) return loaded
  do {
    const field = scan.field(LOADED, place++)
    if (field === 0) loaded.writable = scan.plainList()
    else if (field === 1) loaded.readonly = scan.plainList()
    else scan.skip()
  } while (scan.nextField())
  return loaded
}

const BALANCE = new Fields(['accountIndex', 'mint', 'owner', 'uiTokenAmount'])

class Balance {
  accountIndex: unknown = undefined
  mint: unknown = undefined
  owner: unknown = undefined
  uiTokenAmount: unknown = undefined
}

function readBalance(scan: JsonScanner): unknown {
  if (!scan.isObject) return scan.value()
  const balance = new Balance()
  let place = 0
  if (!scan.openObject()) return balance
  do {
    const field = scan.field(BALANCE, place++)
    if (field === 0) balance.accountIndex = scan.value()
    else if (field === 1) balance.mint = scan.value()
    else if (field === 2) balance.owner = scan.value()
    else if (field === 3) balance.uiTokenAmount = readAmount(scan)
    else scan.skip()
  } while (scan.nextField())
  return balance
}
