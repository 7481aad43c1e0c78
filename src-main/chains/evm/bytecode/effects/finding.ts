/** An effect that a privileged caller can cause, with its function and storage location. */
export interface Finding {
  /** Selector of the function that has the effect or sets the variable; null for the fallback or if no setter is involved. */
  readonly selector: string | null
  /** Id of the `StorageLocation` that is written or tested; null if no storage is involved. */
  readonly location: string | null
  readonly kind: FindingKind
  /** The value of the variable that causes the effect. */
  readonly value?: bigint
}

export type FindingKind =
  /** Raises a balance without lowering another. */
  | 'mint'
  /** Lowers or overwrites the balance of an account given by the caller, without an allowance from it. */
  | 'take'
  /** Writes an allowance of an account given by the caller. */
  | 'grant'
  /** A tax without an upper bound that credits another account. */
  | 'open_tax'
  /** A blacklist or whitelist of sellers. */
  | 'list'
  /** A flag that stops sales. */
  | 'switch'
  /** Sales fail until a privileged caller sets a flag. */
  | 'unopened'
  /** A limit on an amount, a time or a count that stops sales. */
  | 'number'
  /** Only privileged accounts can sell. */
  | 'closed'
  /** A tax that leaves the recipient less than 10 %. */
  | 'tax'
  /** A hook: each transfer calls another contract, which can reject it. */
  | 'call'
