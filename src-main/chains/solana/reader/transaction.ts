import { AccountKeys } from '../account-keys.ts'
import { NO_LOGS, settleCalls, type EventLogs } from '../call-tree.ts'
import type { DecodableTransaction } from '../call.ts'
import { CUT, END, PROGRAM, type LogMark } from '../log-marks.ts'
import { Programs } from '../program.ts'
import { TokenAccounts } from '../token-accounts.ts'

import { PictureBalance } from './balance.ts'
import { INSTRUCTION, PictureInstruction } from './instruction.ts'
import type { Picture } from './picture.ts'

/** Where in a transaction's row its parts stand (assembly/transaction-row.ts); lists are where they begin, then how many. */
export const ROW = { kind: 0, end: 4, failed: 8, slot: 16, time: 24, bytes: 152 } as const
const BINARY = 12
const PLACE = 32
const SIGNATURE = 40
const SIGNATURE_LENGTH = 44
const REQUIRED = 48
const FLAGGED = 52
const INSTRUCTIONS = 64
const GROUPS = 72
const BALANCES_BEFORE = 80
const BALANCES_AFTER = 88
const LAMPORTS_BEFORE = 96
const LAMPORTS_AFTER = 104
const LOGS = 112
const KEYS = 136
const FEE = 144
const OWN_KEYS = 60
/** A list's number of rows. */
const COUNT = 4
/** Rows of lists: a group of inner instructions (assembly/meta.ts), a log line (assembly/logs.ts). */
const GROUP = { end: 0, outer: 4, count: 8, bytes: 16 } as const
const LINE = { kind: 0, at: 4, length: 8, named: 12, depth: 16, bytes: 24 } as const
const EVENT_LINE = 1
const CALL_LINE = 2
const END_LINE = 3
/** A key: where its name stands, then its length and kind; this bit in the kind says that it signs. */
const KEY_KIND = 4
const KEY_BYTES = 8
const SIGNS = 0x200

/** A transaction as it stands in the picture of an answer; it holds as long as the picture does. */
export class PictureTransaction implements DecodableTransaction {
  readonly slot: number | null
  readonly index: number | null
  readonly time: number | null
  readonly failed: boolean
  readonly keys: AccountKeys
  readonly instructions: readonly PictureInstruction[]
  readonly tokenAccounts: TokenAccounts
  readonly eventLogs: EventLogs
  private readonly picture: Picture
  private readonly row: number
  private readonly programs: Programs
  private named: string | null = null
  private signing: readonly string[] | null = null

  /** @param place in its block where that is known better than the answer tells it */
  constructor(picture: Picture, row: number, around: Pick<DecodableTransaction, 'slot' | 'time' | 'index'>, place: number | null = null) {
    this.picture = picture
    this.row = row
    this.slot = picture.count(row + ROW.slot) ?? around.slot
    this.time = picture.count(row + ROW.time) ?? around.time
    this.index = place ?? picture.count(row + PLACE) ?? around.index
    this.failed = picture.word(row + ROW.failed) !== 0
    this.keys = new AccountKeys([], { length: this.accounts, name: (index) => this.keyName(index) })
    this.programs = new Programs(this.keys)
    this.instructions = this.failed ? [] : this.readInstructions()
    this.tokenAccounts = this.readBalances()
    this.eventLogs = this.failed ? NO_LOGS : settleCalls(this.instructions, () => this.readLogs())
  }

  get signature(): string {
    return (this.named ??= this.readSignature())
  }

  get signers(): readonly string[] {
    return (this.signing ??= this.readSigners())
  }

  get feePayer(): string {
    return this.keys.at(0) ?? ''
  }

  /** Lamports; null where the answer does not tell. */
  get fee(): number | null {
    return this.picture.count(this.row + FEE)
  }

  lamportChange(account: number): bigint | null {
    const was = this.lamportsIn(LAMPORTS_BEFORE, account)
    const is = this.lamportsIn(LAMPORTS_AFTER, account)
    return was === null || is === null ? null : BigInt(is - was)
  }

  /** How many accounts the transaction has: {@link keys} grow by those that only instructions name. */
  get accounts(): number {
    return this.picture.word(this.row + KEYS + COUNT)
  }

  /** Whether the answer is in the encoding json: keys are text, and the signers among them are not marked. */
  get inJson(): boolean {
    return this.picture.word(this.row + BINARY) === 0 && this.picture.word(this.row + FLAGGED) === 0
  }

  /** Whether the answer lists what accounts held before and after. */
  get tellsLamports(): boolean {
    return this.picture.word(this.row + LAMPORTS_BEFORE) > 0 && this.picture.word(this.row + LAMPORTS_AFTER) > 0
  }

  /** What an account held; null where the answer does not tell. */
  lamports(account: number): { readonly before: number | null; readonly after: number | null } {
    return { before: this.lamportsIn(LAMPORTS_BEFORE, account), after: this.lamportsIn(LAMPORTS_AFTER, account) }
  }

  private lamportsIn(list: number, account: number): number | null {
    const { picture, row } = this
    if (account < 0 || account >= picture.word(row + list + COUNT)) return null
    return picture.double(picture.word(row + list) + account * 8)
  }

  private keyName(index: number): string {
    const key = this.key(index)
    return this.picture.nameAt(this.picture.word(key), this.picture.word(key + KEY_KIND) & ~SIGNS)
  }

  private key(index: number): number {
    return this.picture.word(this.row + KEYS) + index * KEY_BYTES
  }

  private readSignature(): string {
    const { picture, row } = this
    const at = picture.word(row + SIGNATURE)
    const length = picture.word(row + SIGNATURE_LENGTH)
    return picture.word(row + BINARY) === 0 ? picture.line(at, length) : picture.base58(at, length)
  }

  /** Those that the answer marks as such; the first ones where it marks none. */
  private readSigners(): string[] {
    const { picture, row } = this
    const own = picture.word(row + OWN_KEYS)
    const marked = picture.word(row + FLAGGED) > 0
    const signers: string[] = []
    const last = marked ? own : Math.min(own, picture.word(row + REQUIRED))
    for (let index = 0; index < last; index++) {
      if (!marked || (picture.word(this.key(index) + KEY_KIND) & SIGNS) !== 0) signers.push(this.keys.at(index) ?? '')
    }
    return signers
  }

  /** Every outer instruction with its inner ones behind it. */
  private readInstructions(): PictureInstruction[] {
    const { picture, row } = this
    const groups: number[] = []
    let group = picture.word(row + GROUPS)
    for (let i = picture.word(row + GROUPS + COUNT); i > 0; i--) {
      groups[picture.word(group + GROUP.outer)] = group
      group = picture.word(group + GROUP.end)
    }
    const flat: PictureInstruction[] = []
    let at = picture.word(row + INSTRUCTIONS)
    const outers = picture.word(row + INSTRUCTIONS + COUNT)
    for (let outer = 0; outer < outers; outer++) {
      at = this.place(flat, at, outer, null)
      const inside = groups[outer]
      if (inside === undefined) continue
      let inner = inside + GROUP.bytes
      const count = picture.word(inside + GROUP.count)
      for (let i = 0; i < count; i++) inner = this.place(flat, inner, outer, i)
    }
    return flat
  }

  /** Adds an instruction; answers where the next one stands. */
  private place(flat: PictureInstruction[], at: number, outer: number, inner: number | null): number {
    const { picture, keys } = this
    const program = this.programs.at(picture.word(at + INSTRUCTION.program))
    const depth = inner === null ? 1 : picture.word(at + INSTRUCTION.stackHeight)
    if (program !== undefined) flat.push(new PictureInstruction(program, { place: flat.length, outer, inner, depth }, keys, picture, at))
    return picture.word(at + INSTRUCTION.end)
  }

  private readBalances(): TokenAccounts {
    const accounts = new TokenAccounts(this.keys, this.instructions)
    if (!this.failed) {
      this.addBalances(accounts, BALANCES_BEFORE, 'before')
      this.addBalances(accounts, BALANCES_AFTER, 'after')
    }
    return accounts
  }

  private addBalances(accounts: TokenAccounts, list: number, side: 'before' | 'after'): void {
    const { picture, row } = this
    let at = picture.word(row + list)
    for (let i = picture.word(row + list + COUNT); i > 0; i--, at += PictureBalance.BYTES) accounts.add(new PictureBalance(picture, at), side)
  }

  /** Of "Program <address> invoke [<depth>]". */
  private calledBy(line: number): string {
    const { picture } = this
    return picture.nameAt(picture.word(line + LINE.at) + PROGRAM.length, picture.word(line + LINE.named))
  }

  private *readLogs(): Generator<LogMark> {
    const { picture, row } = this
    let at = picture.word(row + LOGS)
    for (let i = picture.word(row + LOGS + COUNT); i > 0; i--, at += LINE.bytes) yield this.readLine(at)
  }

  private readLine(at: number): LogMark {
    const { picture } = this
    switch (picture.word(at + LINE.kind)) {
      case EVENT_LINE:
        return { kind: 'event', line: picture.line(picture.word(at + LINE.at), picture.word(at + LINE.length)) }
      case CALL_LINE:
        return { kind: 'call', program: this.calledBy(at), depth: picture.word(at + LINE.depth) }
      case END_LINE:
        return END
      default:
        return CUT
    }
  }
}
