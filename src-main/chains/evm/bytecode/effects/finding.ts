/** A power that a known caller has, and where in the code it lies. */
export interface Finding {
  /** The function that has the effect, or that sets the variable with it; null for the fallback and where no setter is needed. */
  readonly selector: string | null
  /** The storage place that is written or tested, as in `Place`; null where it is no storage. */
  readonly place: string | null
  readonly kind: FindingKind
  /** The value of the variable that has the effect. */
  readonly value?: bigint
}

export type FindingKind =
  /** Raises a balance and lowers none. */
  | 'mint'
  /** Lowers or overwrites the balance of an account that the caller names, without its allowance. */
  | 'take'
  /** Writes an allowance of an account that the caller names. */
  | 'grant'
  /** A tax of any size, paid to others. */
  | 'open_tax'
  /** Accounts that may not sell, or the only ones that may. */
  | 'list'
  /** A flag that stops sales. */
  | 'switch'
  /** Sales are closed until a known caller opens them. */
  | 'unopened'
  /** An amount, a time or a count that stops sales. */
  | 'number'
  /** Only known accounts may sell. */
  | 'closed'
  /** A tax that leaves the recipient next to nothing. */
  | 'tax'
  /** Another contract is shown each transfer and can refuse it. */
  | 'call'
