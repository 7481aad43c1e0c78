import { toFunctionSelector } from 'viem'
import type { Address } from '../../../../../src-shared/domain/address.ts'
import { readFlag, unknownFlag, type ReadSource, type Flag, type FlagId, type SourceAnswer } from '../../../security/facts.ts'
import { findFunction, type KnownFunction } from '../../encoding/selectors.ts'

/** The functions of a token's verified source. */
export interface VerifiedSource {
  readonly verified: Flag
  /** State-changing functions of the source; null if part of the code has no verified source. */
  readonly writes: readonly KnownFunction[] | null
  /** Selectors of functions that only read: never powers. */
  readonly reads: ReadonlySet<string>
}

export const NO_SOURCE: VerifiedSource = { verified: unknownFlag('No source service is configured.'), writes: null, reads: new Set() }

/** Category of an unlisted function, guessed from its name. It only decides which power's flag names the function. */
const NAME_CATEGORIES: readonly (readonly [name: RegExp, category: string])[] = [
  [/mint|issue/i, 'mint'],
  [/black|deny|ban|bot/i, 'blacklist'],
  [/pause|trading|halt/i, 'pause'],
  [/white|allow|exempt|exclude/i, 'whitelist'],
  [/tax|fee/i, 'tax_write'],
  [/max|limit/i, 'anti_whale_write'],
  [/cooldown|delay/i, 'trading_cooldown'],
]

/** The flag that names the functions of a category. */
const FLAG_OF: Readonly<Record<string, FlagId>> = {
  mint: 'mintable',
  change_balance: 'change_balance',
  pause: 'pausable',
  trading_switch: 'pausable',
  blacklist: 'blacklist',
  freeze_account: 'blacklist',
  whitelist: 'whitelist',
  anti_whale_write: 'anti_whale_modifiable',
  tax_write: 'tax_modifiable',
  tax_individual: 'tax_per_wallet',
  trading_cooldown: 'cooldown_modifiable',
}

/** Reads the sources of a token and, for a proxy, of its implementation; all must be verified. */
export async function readSource(
  readOne: ReadSource,
  contracts: readonly Address[],
  at: { readonly number: number },
  signal: AbortSignal,
): Promise<VerifiedSource> {
  const answers = await Promise.all(contracts.map((contract) => readOne(contract, signal)))
  const declared = answers.flatMap((answer) => (answer.verified === true ? (answer.functions ?? []) : []))
  const given = answers.every((answer) => answer.verified === true && answer.functions !== null)
  const rows = new Map(declared.map(({ signature, reads }) => [signature, { selector: toFunctionSelector(signature), signature, reads }]))
  const functions = [...rows.values()]
  return {
    verified: verifiedFlag(answers, contracts, at.number),
    writes: given
      ? functions.filter(({ reads }) => !reads).map(({ selector, signature }) => findFunction(selector) ?? guessed(selector, signature))
      : null,
    reads: new Set(functions.filter(({ reads }) => reads).map(({ selector }) => selector)),
  }
}

const guessed = (selector: string, signature: string): KnownFunction => ({
  selector,
  signature,
  category: NAME_CATEGORIES.find(([name]) => name.test(signature.split('(')[0] ?? ''))?.[1] ?? 'unknown',
})

function verifiedFlag(answers: readonly SourceAnswer[], contracts: readonly Address[], at: number): Flag {
  const failed = answers.find((answer) => answer.verified === null)
  if (failed !== undefined) return unknownFlag(failed.why)
  const missing = answers.flatMap((answer, i) => (answer.verified === false ? [{ service: answer.service, contract: contracts[i] ?? '' }] : []))[0]
  if (missing !== undefined) return readFlag(false, `${missing.service} has no source of ${missing.contract}.`, at, { evidence: [missing.contract] })
  const verified = answers.flatMap((answer) => (answer.verified === true ? [answer] : []))
  const how = verified.every(({ exact }) => exact) ? 'exactly' : 'except for its metadata'
  return readFlag(true, `The source at ${verified[0]?.service ?? 'the service'} matches the code ${how}.`, at, { evidence: contracts })
}

const MAX_NAMED = 3

/** Adds the functions that the verified source declares for each power: additional evidence that never replaces the simulated calls. */
export function besideSource<Flags extends Partial<Record<FlagId, Flag>>>(flags: Flags, { writes }: VerifiedSource): Flags {
  if (writes === null) return flags
  const named = (id: string): string[] => writes.flatMap(({ category, signature }) => (FLAG_OF[category] === id ? [signature] : []))
  const beside = ([id, flag]: [string, Flag]): [string, Flag] => {
    if (!Object.values(FLAG_OF).includes(id as FlagId)) return [id, flag]
    const declared = named(id).slice(0, MAX_NAMED)
    const says = declared.length === 0 ? 'The verified source has no function named for it.' : `The verified source declares ${declared.join(', ')}.`
    return [id, { ...flag, how: `${flag.how} ${says}`, evidence: [...new Set([...flag.evidence, ...declared])].slice(0, 5) }]
  }
  return Object.fromEntries(Object.entries(flags).map(([id, flag]) => beside([id, flag as Flag]))) as Flags
}
