import type { Address } from '../../../../../src-shared/domain/address.ts'
import { shortPercent } from '../../../../../src-shared/domain/shown.ts'
import { readFlag, unknownFlag, type Flag, type FlagId } from '../../../security/facts.ts'
import { holderOf, type Owners } from '../contract/owners.ts'
import type { Change } from '../../bytecode/effects/access.ts'
import type { Scan } from '../scan.ts'
import type { EffectKind } from './observe/effects.ts'
import type { Finding } from './observe/finding.ts'
import type { Search } from './search.ts'

/** Flags that follow from the effects of a token's functions (docs/scan.md#powers). */
const POWER_FLAGS = [
  'mintable',
  'change_balance',
  'pausable',
  'blacklist',
  'whitelist',
  'anti_whale_modifiable',
  'cooldown_modifiable',
  'tax_modifiable',
  'tax_per_wallet',
  'hidden_owner',
] as const satisfies readonly FlagId[]
type PowerFlag = (typeof POWER_FLAGS)[number]
export type PowerFlags = Readonly<Record<PowerFlag, Flag>>

const KIND_OF: Readonly<Record<Exclude<PowerFlag, 'hidden_owner'>, EffectKind>> = {
  mintable: 'mint',
  change_balance: 'take',
  pausable: 'stop',
  blacklist: 'ban',
  whitelist: 'exempt',
  anti_whale_modifiable: 'limit',
  cooldown_modifiable: 'wait',
  tax_modifiable: 'tax',
  tax_per_wallet: 'personal_tax',
}

export interface Powers {
  readonly flags: PowerFlags
  /** Highest tax that an address could set in simulation, percent; null when none could. */
  readonly taxCapPct: number | null
  /** Addresses from which a function that rejects unprivileged callers accepted a call. */
  readonly privilegedCallers: ReadonlySet<Address>
  /** Functions that an address may call, for the raw facts. */
  readonly functions: readonly { readonly function: string; readonly caller: string; readonly effect: string | null }[]
  /** Functions whose effect is unknown. */
  readonly untried: readonly string[]
  /** Why an address may have a power that no known address showed; null if nothing indicates one. */
  readonly doubt: string | null
}

/** Something that may have some of the effects and could not be tried. */
export interface Doubt {
  readonly why: string
  readonly evidence: readonly string[]
  readonly about: ReadonlySet<Change>
}

/** Flags that are visible in supply and balances, so they need no trade or transfer. */
const SEEN_WITHOUT_MOVING: ReadonlySet<FlagId> = new Set(['mintable', 'change_balance', 'hidden_owner'])
const MAX_NAMED = 5

export const unknownPowers = (why: string): Powers => ({
  flags: Object.fromEntries(POWER_FLAGS.map((id) => [id, unknownFlag(why)])) as unknown as PowerFlags,
  taxCapPct: null,
  privilegedCallers: new Set(),
  functions: [],
  untried: [],
  doubt: null,
})

export async function reportPowers(
  scan: Scan,
  { findings, base, isClosed, privilegedCallers, withoutEffect, untried }: Search,
  { owners, doubts }: { readonly owners: Owners; readonly doubts: readonly Doubt[] },
): Promise<Powers> {
  const { at } = scan
  const movable = base.victim.move.ok || base.victim.sell.ok
  const flags = new Map<PowerFlag, Flag>()
  for (const id of POWER_FLAGS) {
    const finding = id === 'hidden_owner' ? hiddenBy(findings, owners) : findings.find(({ kinds }) => kinds.has(KIND_OF[id]))
    if (finding !== undefined) {
      const { caller, names, open } = finding
      const holder = open ? null : await holderOf(scan, caller)
      flags.set(
        id,
        readFlag(true, sentenceOf(id, finding), at.number, { holder, evidence: [open ? 'anybody' : caller, ...names].slice(0, MAX_NAMED) }),
      )
    } else if (!movable && !SEEN_WITHOUT_MOVING.has(id)) {
      flags.set(id, unknownFlag('A buyer can neither transfer nor sell, so the effect of a function cannot be measured.'))
    } else if (isClosed && !SEEN_WITHOUT_MOVING.has(id)) {
      flags.set(
        id,
        unknownFlag('Nobody can buy or sell yet, and no call that was tried opens trading, so what a function does to trades cannot be measured.'),
      )
    } else if (untried.length > 0) {
      flags.set(id, { ...unknownFlag(untriedSentence(untried)), evidence: untried.slice(0, MAX_NAMED) })
    } else {
      flags.set(
        id,
        doubtOf(id, doubts, owners) ?? readFlag(false, 'No function that a known address may call had this effect in simulation.', at.number),
      )
    }
  }
  const taxes = findings.map(({ taxPct }) => taxPct).filter((pct) => pct !== null)
  return {
    flags: Object.fromEntries(flags) as unknown as PowerFlags,
    taxCapPct: taxes.length === 0 ? null : Math.max(...taxes),
    privilegedCallers,
    functions: functionRows(findings, withoutEffect),
    untried,
    doubt: doubts[0]?.why ?? null,
  }
}

/** The unknown flag if a doubt is about it; null if none is. Where no owner is reported, any effect may be that of a hidden one. */
function doubtOf(id: PowerFlag, doubts: readonly Doubt[], { owner, hasOwner }: Owners): Flag | null {
  const about = id === 'mintable' ? 'mint' : id === 'change_balance' ? 'take' : 'moves'
  const doubt = doubts.find((one) => (id === 'hidden_owner' ? hasOwner && owner === null : one.about.has(about)))
  return doubt === undefined ? null : { ...unknownFlag(doubt.why), evidence: doubt.evidence.slice(0, MAX_NAMED) }
}

/** Contracts that each transfer asks may stop or tax holders by functions of their own, which were not tried. */
export function beside(powers: Powers, [asked]: readonly Address[]): Powers {
  if (asked === undefined) return powers
  const why = `Each transfer asks ${asked}, whose own functions were not tried.`
  const flags = POWER_FLAGS.map((id) => {
    const flag = powers.flags[id]
    return [id, flag.value === false && !SEEN_WITHOUT_MOVING.has(id) ? { ...unknownFlag(why), evidence: [asked] } : flag]
  })
  return { ...powers, flags: Object.fromEntries(flags) as PowerFlags, doubt: powers.doubt ?? why }
}

/** One row per function and effect, findings first. */
function functionRows(findings: readonly Finding[], withoutEffect: Search['withoutEffect']): Powers['functions'] {
  const rows = [
    ...findings.map(({ names, caller, open, kinds }) => ({
      function: names.join(', '),
      caller: open ? 'anybody' : caller,
      effect: POWER_FLAGS.find((id) => id !== 'hidden_owner' && kinds.has(KIND_OF[id])) ?? null,
    })),
    ...withoutEffect.map(({ name, caller, open }) => ({ function: name, caller: open ? 'anybody' : caller, effect: null })),
  ]
  const first = new Map(rows.toReversed().map((row) => [`${row.function} ${row.effect}`, row]))
  const effective = new Set(rows.filter(({ effect }) => effect !== null).map((row) => row.function))
  return [...first.values()].reverse().filter((row) => row.effect !== null || !effective.has(row.function))
}

function untriedSentence(untried: readonly string[]): string {
  const named = untried.slice(0, MAX_NAMED).join(', ')
  const more = untried.length > MAX_NAMED ? ` and ${untried.length - MAX_NAMED} more` : ''
  return `No function that was tried had this effect, but the effect of ${named}${more} is not known.`
}

/** An effect that a known address achieved although the reported owner is the zero or a dead address. */
function hiddenBy(findings: readonly Finding[], { owner, hasOwner }: Owners): Finding | undefined {
  if (owner !== null || !hasOwner) return undefined
  return findings.find(({ open }) => !open)
}

function sentenceOf(id: PowerFlag, { names, caller, open, taxPct }: Finding): string {
  const did: Readonly<Record<PowerFlag, string>> = {
    mintable: 'created tokens',
    change_balance: "lowered a holder's balance",
    pausable: "stopped all buyers' transfers or sells",
    blacklist: 'stopped one buyer',
    whitelist: 'let one wallet trade on better terms than others',
    anti_whale_modifiable: 'set a limit that stopped larger amounts',
    cooldown_modifiable: 'set a waiting time that stopped a buyer',
    tax_modifiable: `set the tax to ${shortPercent(taxPct ?? 100)}`,
    tax_per_wallet: `set the tax of one wallet to ${shortPercent(taxPct ?? 100)}`,
    hidden_owner: 'took effect although no owner is reported',
  }
  return `In simulation ${names.join(' and then ')} called by ${open ? 'anybody' : caller} ${did[id]}.`
}
