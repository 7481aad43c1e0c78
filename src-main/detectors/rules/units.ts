/** Units of the settings of the rule set, with the range and step of a value. */

export interface Unit {
  readonly name: string
  readonly min: number
  readonly max: number
  readonly step: number
}

export const UNITS = {
  weight: { name: 'weight', min: 0, max: 1, step: 0.05 },
  share: { name: 'share', min: 0, max: 1, step: 0.005 },
  holders: { name: 'holders', min: 1, max: 10_000, step: 1 },
  wallets: { name: 'wallets', min: 0, max: 1_000_000, step: 1 },
  transfers: { name: 'transfers', min: 0, max: 100_000_000, step: 1 },
  transactions: { name: 'transactions', min: 0, max: 1_000_000, step: 1 },
  times: { name: 'times', min: 0, max: 1_000_000, step: 1 },
  blocks: { name: 'blocks', min: 0, max: 100_000, step: 1 },
  hops: { name: 'hops', min: 0, max: 6, step: 1 },
  digits: { name: 'digits', min: 0, max: 18, step: 1 },
  ppm: { name: 'millionths of supply', min: 0, max: 1_000_000, step: 1 },
  seconds: { name: 'seconds', min: 0, max: 315_360_000, step: 1 },
  usd: { name: 'USD', min: 0, max: 1_000_000, step: 0.01 },
  coins: { name: 'native coins', min: 0, max: 1_000_000, step: 0.001 },
  ratio: { name: 'ratio', min: 0, max: 100, step: 0.01 },
  range: { name: 'powers of e', min: 0.1, max: 20, step: 0.1 },
  probability: { name: 'probability', min: 0, max: 1, step: 0.0001 },
} as const satisfies Record<string, Unit>
export type UnitName = keyof typeof UNITS
