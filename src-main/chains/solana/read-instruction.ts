import { InstructionAccounts, type AccountKeys } from './account-keys.ts'
import { decodeBase58, decodeBase58Into } from './base58.ts'
import { ByteReader } from './bytes.ts'
import type { Call } from './call.ts'
import { readOperation, readParsedOperation, type AccountField, type Operation, type ParsedInfo } from './operations.ts'
import type { Program } from './program.ts'
import type { Venue } from './programs/venue.ts'
import { amountOf, countOf, isLoose, type Loose } from './raw.ts'

const NO_BYTES = new Uint8Array()
const NO_ROWS: ArrayLike<unknown> = []
/** Token and system instructions are short, and there are many: they are read from here and not kept. */
const SHORT = new Uint8Array(256)

export type Place = Pick<Call, 'place' | 'outer' | 'inner' | 'depth'>

/** An instruction in whichever form it came. Most are never asked what they do, so that is found out when somebody asks. */
export abstract class LazyInstruction implements Call {
  readonly place: number
  readonly outer: number
  readonly inner: number | null
  /** 0 until it is settled. */
  depth: number
  readonly program: string
  readonly venue: Venue | null
  readonly moves: boolean
  readonly router: boolean
  readonly logs: boolean
  private named: InstructionAccounts | null = null
  private bytes: Uint8Array | null = null
  /** Undefined until somebody asks. */
  private does: Operation | null | undefined = undefined
  private broken = false

  constructor(program: Program, at: Place) {
    this.place = at.place
    this.outer = at.outer
    this.inner = at.inner
    this.depth = at.depth
    this.program = program.name
    this.venue = program.venue
    this.moves = program.moves
    this.router = program.router
    this.logs = program.logs
  }

  protected abstract readAccounts(): InstructionAccounts
  /** Null for data that makes no sense. */
  protected abstract readData(): Uint8Array | null
  /** Asked of programs that move value. */
  protected abstract readMove(): Operation | null

  get accounts(): InstructionAccounts {
    return (this.named ??= this.readAccounts())
  }

  get data(): Uint8Array {
    if (this.bytes !== null) return this.bytes
    const bytes = this.readData()
    this.broken ||= bytes === null
    return (this.bytes = bytes ?? NO_BYTES)
  }

  get operation(): Operation | null {
    if (this.does === undefined) this.does = this.moves ? this.readMove() : null
    return this.does
  }

  /** Asked once everything else was: whether the node's text of it made no sense. */
  get damaged(): boolean {
    return this.broken
  }
}

/** An instruction as it stands in the value of an answer. */
export class ReadInstruction extends LazyInstruction {
  private readonly keys: AccountKeys
  private readonly row: Loose

  constructor(program: Program, keys: AccountKeys, row: Loose, at: Place) {
    super(program, at)
    this.keys = keys
    this.row = row
  }

  protected readAccounts(): InstructionAccounts {
    const rows = this.row.accounts
    return new InstructionAccounts(this.keys, Array.isArray(rows) || rows instanceof Uint8Array ? rows : NO_ROWS)
  }

  protected readData(): Uint8Array | null {
    const { data, parsed } = this.row
    const bytes = typeof data === 'string' ? decodeBase58(data) : data instanceof Uint8Array ? data : null
    return bytes === null && parsed !== undefined ? NO_BYTES : bytes
  }

  protected readMove(): Operation | null {
    const { data, parsed } = this.row
    if (parsed !== undefined) {
      const info = readInfo(this.keys, parsed)
      return info === null ? null : readParsedOperation(this.program, info)
    }
    const size = typeof data === 'string' ? decodeBase58Into(data, SHORT) : -1
    if (size >= 0) return readOperation(this.program, this.accounts, new ByteReader(SHORT, 0, size))
    return readOperation(this.program, this.accounts, new ByteReader(this.data))
  }
}

function readInfo(keys: AccountKeys, parsed: unknown): ParsedInfo | null {
  if (!isLoose(parsed) || !isLoose(parsed.info) || typeof parsed.type !== 'string') return null
  const { info, type } = parsed
  const checked = isLoose(info.tokenAmount) ? info.tokenAmount : null
  return {
    type,
    index(field: AccountField) {
      const value = info[field]
      return typeof value === 'string' ? keys.indexOf(value) : undefined
    },
    owner: typeof info.owner === 'string' ? info.owner : null,
    amount: amountOf(checked === null ? info.amount : checked.amount),
    lamports: amountOf(info.lamports),
    decimals: countOf(checked?.decimals),
    withheld: isLoose(info.feeAmount) ? amountOf(info.feeAmount.amount) : null,
  }
}
