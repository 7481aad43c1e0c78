import { InstructionAccounts, type AccountKeys } from '../account-keys.ts'
import { ByteReader } from '../bytes.ts'
import { readOperation, readParsedOperation, type AccountField, type Operation, type ParsedInfo } from '../operations.ts'
import type { Program } from '../program.ts'
import { LazyInstruction, type Place } from '../read-instruction.ts'
import type { Picture } from './picture.ts'

/** Where in an instruction's row its parts stand (assembly/instruction.ts). */
export const INSTRUCTION = { end: 0, program: 4, stackHeight: 12 } as const
const ACCOUNTS = 16
const ACCOUNT_COUNT = 20
const DATA = 28
const DATA_LENGTH = 32
const IS_BYTES = 36
const PARSED = 40
/** What PARSED holds where the instruction is parsed, but not into fields that are read. */
const WITHOUT_FIELDS = 1

/** An instruction as it stands in the picture of an answer. */
export class PictureInstruction extends LazyInstruction {
  private readonly picture: Picture
  private readonly keys: AccountKeys
  private readonly row: number

  constructor(program: Program, at: Place, keys: AccountKeys, picture: Picture, row: number) {
    super(program, at)
    this.keys = keys
    this.picture = picture
    this.row = row
  }

  protected readAccounts(): InstructionAccounts {
    const { picture, row } = this
    return new InstructionAccounts(this.keys, picture.bytes, picture.word(row + ACCOUNTS), picture.word(row + ACCOUNT_COUNT))
  }

  protected readData(): Uint8Array | null {
    const { picture, row } = this
    const at = picture.word(row + DATA)
    const length = picture.word(row + DATA_LENGTH)
    if (length < 0) return picture.word(row + PARSED) === 0 ? null : new Uint8Array()
    if (picture.word(row + IS_BYTES) !== 0) return picture.copy(at, length)
    const size = picture.unpack(at, length)
    return size < 0 ? null : picture.copy(picture.unpacked, size)
  }

  protected readMove(): Operation | null {
    const { picture, row } = this
    const parsed = picture.word(row + PARSED)
    if (parsed === WITHOUT_FIELDS) return null
    if (parsed !== 0) return readParsedOperation(this.program, new PictureInfo(picture, this.keys, parsed))
    const at = picture.word(row + DATA)
    const length = picture.word(row + DATA_LENGTH)
    if (picture.word(row + IS_BYTES) !== 0) return readOperation(this.program, this.accounts, new ByteReader(picture.bytes, at, at + length))
    const size = length < 0 ? -1 : picture.unpack(at, length)
    if (size < 0) return readOperation(this.program, this.accounts, new ByteReader(this.data))
    const { unpacked } = picture
    return readOperation(this.program, this.accounts, new ByteReader(picture.bytes, unpacked, unpacked + size))
  }
}

/** Where the fields of a parsed instruction stand (assembly/parsed.ts); references are 0 for none. */
const FIELDS: Readonly<Record<AccountField, number>> = {
  source: 4,
  destination: 8,
  authority: 12,
  multisigAuthority: 16,
  mint: 20,
  account: 24,
}
const TYPE = 0
const OWNER = 28
const AMOUNT = 32
const LAMPORTS = 40
const TOKEN_AMOUNT = 48
const FEE_AMOUNT = 56
const PRESENT = 64
const DECIMALS = 68
/** Bits of PRESENT. */
const HAS = { amount: 1, lamports: 2, tokenAmount: 4, feeAmount: 8, checked: 16 } as const
/** Where a reference has the index of the key that it names, -1 for a name that is no key (assembly/names.ts). */
const KEY_INDEX = 16

class PictureInfo implements ParsedInfo {
  private readonly picture: Picture
  private readonly keys: AccountKeys
  private readonly row: number

  constructor(picture: Picture, keys: AccountKeys, row: number) {
    this.picture = picture
    this.keys = keys
    this.row = row
  }

  get type(): string {
    return this.picture.name(this.picture.word(this.row + TYPE))
  }

  index(field: AccountField): number | undefined {
    const reference = this.picture.word(this.row + FIELDS[field])
    if (reference === 0) return undefined
    const index = this.picture.word(reference + KEY_INDEX)
    return index >= 0 ? index : this.keys.indexOf(this.picture.name(reference))
  }

  get owner(): string | null {
    const reference = this.picture.word(this.row + OWNER)
    return reference === 0 ? null : this.picture.name(reference)
  }

  get amount(): bigint | null {
    return this.has(HAS.checked) ? this.amountAt(TOKEN_AMOUNT, HAS.tokenAmount) : this.amountAt(AMOUNT, HAS.amount)
  }

  get lamports(): bigint | null {
    return this.amountAt(LAMPORTS, HAS.lamports)
  }

  get withheld(): bigint | null {
    return this.amountAt(FEE_AMOUNT, HAS.feeAmount)
  }

  get decimals(): number | null {
    const decimals = this.picture.word(this.row + DECIMALS)
    return decimals < 0 ? null : decimals
  }

  private amountAt(at: number, bit: number): bigint | null {
    return this.has(bit) ? this.picture.amount(this.row + at) : null
  }

  private has(bit: number): boolean {
    return (this.picture.word(this.row + PRESENT) & bit) !== 0
  }
}
