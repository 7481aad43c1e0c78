import { InstructionAccounts, type AccountKeys } from '../transaction/account-keys.ts'
import { BATCH, MIN_BATCH_BYTES, readBatch } from '../transaction/batch.ts'
import { isTokenProgram } from '../encoding/addresses.ts'
import { decodeBase58, decodeBase58Into } from '../encoding/base58.ts'
import { ByteReader } from '../encoding/byte-reader.ts'
import type { ProgramInstruction } from '../programs/program-instruction.ts'
import { readOperation, readParsedOperation, type AccountField, type Operation, type ParsedInfo } from '../transaction/operations.ts'
import type { Program } from '../programs/program.ts'
import type { Venue } from '../programs/venue.ts'
import { parseAmount, parseCount, parseList, isJsonObject, type JsonObject } from '../encoding/json.ts'

const NO_BYTES = new Uint8Array()
const NO_ROWS: ArrayLike<unknown> = []
/** Scratch buffer for token and system instructions, which are short and frequent. Their data is decoded here and not retained. */
const SCRATCH = new Uint8Array(256)
const NO_PARTS: readonly JsonObject[] = []
/** Base58 digits of the shortest batch, whose first byte is 255. */
const MIN_BATCH_DIGITS = 17
/** Of a `SetAuthority` with a new owner: its number, the authority's type, a flag and a key; in base58, as it begins with 6, 2 and 1. */
const MIN_GIFT_BYTES = 35
const MIN_GIFT_DIGITS = 47

export type InstructionPosition = Pick<ProgramInstruction, 'index' | 'outer' | 'inner' | 'depth' | 'batched'>

/**
 * One instruction of an answer or a stream. Accounts, data and operation are decoded on first use, because most instructions
 * are never inspected.
 */
export class LazyInstruction implements ProgramInstruction {
  readonly index: number
  readonly outer: number
  readonly inner: number | null
  /** 0 until the instruction tree is settled. */
  depth: number
  readonly program: string
  readonly batched: boolean
  readonly venue: Venue | null
  readonly moves: boolean
  readonly router: boolean
  readonly logs: boolean
  /** Whether the data was read and is not valid base58. */
  damaged = false
  private readonly keys: AccountKeys
  private readonly row: JsonObject
  private cachedAccounts: InstructionAccounts | null = null
  private cachedData: Uint8Array | null = null
  /** Undefined until first use. */
  private cachedOperation: Operation | null | undefined = undefined

  constructor(program: Program, keys: AccountKeys, row: JsonObject, at: InstructionPosition) {
    this.index = at.index
    this.outer = at.outer
    this.inner = at.inner
    this.depth = at.depth
    this.program = program.name
    this.batched = at.batched
    this.venue = program.venue
    this.moves = program.moves
    this.router = program.router
    this.logs = program.logs
    this.keys = keys
    this.row = row
  }

  get accounts(): InstructionAccounts {
    if (this.cachedAccounts !== null) return this.cachedAccounts
    const rows = this.row.accounts
    return (this.cachedAccounts = new InstructionAccounts(this.keys, isAccountList(rows) ? rows : NO_ROWS))
  }

  get data(): Uint8Array {
    if (this.cachedData !== null) return this.cachedData
    const { data, parsed } = this.row
    const bytes = typeof data === 'string' ? decodeBase58(data) : data instanceof Uint8Array ? data : null
    this.damaged ||= bytes === null && parsed === undefined
    return (this.cachedData = bytes ?? NO_BYTES)
  }

  get operation(): Operation | null {
    if (this.cachedOperation === undefined) this.cachedOperation = this.moves ? this.decodeOperation() : null
    return this.cachedOperation
  }

  get mayGiveAccount(): boolean {
    if (!this.moves) return false
    const { data, parsed } = this.row
    if (parsed !== undefined) return isJsonObject(parsed) && parsed.type === 'setAuthority'
    return typeof data === 'string' ? data.length >= MIN_GIFT_DIGITS : data instanceof Uint8Array && data.length >= MIN_GIFT_BYTES
  }

  /** The instructions that this one executes as a batch, as rows of an answer. */
  parts(): readonly JsonObject[] {
    if (!this.moves || this.batched || !isTokenProgram(this.program)) return NO_PARTS
    const { data, parsed, accounts } = this.row
    if (parsed !== undefined) return isJsonObject(parsed) && parsed.type === 'batch' ? readParsedBatch(parsed) : NO_PARTS
    const least = typeof data === 'string' ? MIN_BATCH_DIGITS : MIN_BATCH_BYTES
    if ((typeof data !== 'string' && !(data instanceof Uint8Array)) || data.length < least || this.data[0] !== BATCH) return NO_PARTS
    return readBatch(this.data, isAccountList(accounts) ? accounts : NO_ROWS)
  }

  private decodeOperation(): Operation | null {
    const { data, parsed } = this.row
    if (parsed !== undefined) {
      const info = readInfo(this.keys, parsed)
      return info === null ? null : readParsedOperation(this.program, info)
    }
    const size = typeof data === 'string' ? decodeBase58Into(data, SCRATCH) : -1
    if (size >= 0) return readOperation(this.program, this.accounts, new ByteReader(SCRATCH, 0, size))
    return readOperation(this.program, this.accounts, new ByteReader(this.data))
  }
}

const isAccountList = (rows: unknown): rows is ArrayLike<unknown> => Array.isArray(rows) || rows instanceof Uint8Array

/** Instructions as `parse_batch` writes them: https://github.com/anza-xyz/agave/pull/13512. */
function readParsedBatch({ info }: JsonObject): readonly JsonObject[] {
  const rows = isJsonObject(info) ? parseList(info.instructions) : null
  return (rows ?? []).map((parsed) => ({ parsed }))
}

function readInfo(keys: AccountKeys, parsed: unknown): ParsedInfo | null {
  if (!isJsonObject(parsed) || !isJsonObject(parsed.info) || typeof parsed.type !== 'string') return null
  const { info, type } = parsed
  const checked = isJsonObject(info.tokenAmount) ? info.tokenAmount : null
  return {
    type,
    index(field: AccountField) {
      const value = info[field]
      return typeof value === 'string' ? keys.indexOf(value) : undefined
    },
    owner: typeof info.owner === 'string' ? info.owner : null,
    newOwner: info.authorityType === 'accountOwner' && typeof info.newAuthority === 'string' ? info.newAuthority : null,
    amount: parseAmount(checked === null ? info.amount : checked.amount),
    lamports: parseAmount(info.lamports),
    decimals: parseCount(checked?.decimals),
    withheld: isJsonObject(info.feeAmount) ? parseAmount(info.feeAmount.amount) : null,
  }
}
