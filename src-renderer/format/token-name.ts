/** What another token is called. */
export interface TokenName {
  readonly name: string
  /** `listed`: by a list of known tokens. `told`: by its own contract, which may call itself anything. `address`: nobody tells. */
  readonly by: 'listed' | 'told' | 'address'
}

export type NameOf = (address: string) => TokenName

/** A name in running text: quoted where the token gave it to itself. */
export const nameWords = ({ name, by }: TokenName): string => (by === 'told' ? `“${name}”` : name)
