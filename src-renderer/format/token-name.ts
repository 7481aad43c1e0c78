/** The name of another token. */
export interface TokenName {
  readonly name: string
  /** `listed`: from a list of known tokens. `onchain`: self-declared by its contract. `address`: unknown, the short address. */
  readonly by: 'listed' | 'onchain' | 'address'
}

export type TokenNamer = (address: string) => TokenName

/** Quoted if self-declared. */
export const displayName = ({ name, by }: TokenName): string => (by === 'onchain' ? `“${name}”` : name)
