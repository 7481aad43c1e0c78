import { InstructionAccounts, type AccountKeys } from './account-keys.ts'
import { decodeBase58, decodeBase58Into } from './base58.ts'
import { ByteReader } from './bytes.ts'
import { readOperation, readParsedOperation, type Operation } from './operations.ts'
import type { Program } from './program.ts'
import type { Venue } from './programs/venue.ts'
import type { Loose } from './raw.ts'
import type { Instruction } from './transaction.ts'

const NO_BYTES = new Uint8Array()
const NO_ROWS: ArrayLike<unknown> = []
/** Token and system instructions are short, and there are many: they are read from here and not kept. */
const SHORT = new Uint8Array(256)

/** An instruction in whichever form the node wrote it. Most are never asked what they do, so that is found out when somebody asks. */
export class ReadInstruction implements Instruction {
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
  private readonly keys: AccountKeys
  private readonly row: Loose
  private named: InstructionAccounts | null = null
  private bytes: Uint8Array | null = null
  /** Undefined until somebody asks. */
  private does: Operation | null | undefined = undefined
  private broken = false

  constructor(program: Program, keys: AccountKeys, row: Loose, at: Pick<Instruction, 'place' | 'outer' | 'inner' | 'depth'>) {
    this.place = at.place
    this.outer = at.outer
    this.inner = at.inner
    this.depth = at.depth
    this.program = program.name
    this.venue = program.venue
    this.moves = program.moves
    this.router = program.router
    this.logs = program.logs
    this.keys = keys
    this.row = row
  }

  get accounts(): InstructionAccounts {
    const rows = this.row.accounts
    return (this.named ??= new InstructionAccounts(this.keys, Array.isArray(rows) || rows instanceof Uint8Array ? rows : NO_ROWS))
  }

  get data(): Uint8Array {
    if (this.bytes !== null) return this.bytes
    const { data } = this.row
    const bytes = typeof data === 'string' ? decodeBase58(data) : data instanceof Uint8Array ? data : null
    this.broken ||= bytes === null && this.row.parsed === undefined
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

  private readMove(): Operation | null {
    const { data, parsed } = this.row
    if (parsed !== undefined) return readParsedOperation(this.program, this.keys, parsed)
    const size = typeof data === 'string' ? decodeBase58Into(data, SHORT) : -1
    if (size >= 0) return readOperation(this.program, this.accounts, new ByteReader(SHORT, 0, size))
    return readOperation(this.program, this.accounts, new ByteReader(this.data))
  }
}
