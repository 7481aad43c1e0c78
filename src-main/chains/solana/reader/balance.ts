import type { Balance } from '../token-accounts.ts'
import type { Picture } from './picture.ts'

/** Where in a balance's row its parts stand (assembly/meta.ts). */
const DECIMALS = 4
const MINT = 8
const OWNER = 12
const OWNER_LENGTH = 16
const AMOUNT = 24

/** A recorded balance as it stands in the picture of an answer. Owners and amounts of most are never asked for. */
export class PictureBalance implements Balance {
  static readonly BYTES = 32
  readonly account: number
  readonly mint: string
  private readonly picture: Picture
  private readonly row: number

  constructor(picture: Picture, row: number) {
    this.account = picture.word(row)
    this.mint = picture.name(picture.word(row + MINT))
    this.picture = picture
    this.row = row
  }

  get owner(): string | null {
    const at = this.picture.word(this.row + OWNER)
    return at === 0 ? null : this.picture.nameAt(at, this.picture.word(this.row + OWNER_LENGTH))
  }

  get decimals(): number {
    return this.picture.word(this.row + DECIMALS)
  }

  get amount(): bigint {
    return this.picture.amount(this.row + AMOUNT)
  }
}
