import type { Address } from '../../../../../src-shared/domain/address.ts'
import { shortPercent } from '../../../../../src-shared/domain/shown.ts'
import type { BlockRef } from '../../../adapter.ts'
import { readFlag, unknownFlag, type Flag, type FlagId } from '../../../security/facts.ts'
import { mapLimited } from '../../../../lib/map-limited.ts'
import type { Node } from '../../rpc/node.ts'
import { baselineOf, effectOf, provenBy, type Effect, type EffectArgs } from '../simulation/effects.ts'
import { holderOf, type Owners } from './owners.ts'
import type { Sandbox } from '../simulation/sandbox.ts'
import { findFunction, knownFunctions, unknownSelectors } from './selectors.ts'
import type { VerifiedSource } from './source.ts'
import { findTrials, type Trial } from './setters.ts'
import { OUTSIDER } from '../liquidity/market.ts'

/** Flags that follow from simulated calls of the owner's functions and their effects (docs/scan.md#evm). */
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

export interface Powers {
  readonly flags: PowerFlags
  /** Highest tax that an address could set in simulation, percent; null when no call of a tax setter succeeded. */
  readonly taxCapPct: number | null
  /** Functions that an address may call, for the raw facts. */
  readonly obeyed: readonly { readonly function: string; readonly caller: string; readonly effect: string | null }[]
}

const MAX_UNNAMED = 16
/** Functions that are known only from the verified source. */
const MAX_DECLARED = 40
const TRIAL_CONCURRENCY = 8
/** Flags that are visible in supply and balances, so they need no trade or transfer. */
const SEEN_WITHOUT_MOVING: ReadonlySet<FlagId> = new Set(['mintable', 'change_balance', 'hidden_owner'])

export const unknownPowers = (why: string): PowerFlags => Object.fromEntries(POWER_FLAGS.map((id) => [id, unknownFlag(why)])) as unknown as PowerFlags

export interface PowerArgs {
  readonly node: Node
  readonly sandbox: Sandbox
  readonly effects: EffectArgs
  readonly owners: Owners
  readonly selectors: ReadonlySet<string>
  readonly source: VerifiedSource
  readonly supply: bigint
  readonly at: BlockRef
}

export async function readPowers(args: PowerArgs, signal: AbortSignal): Promise<Powers> {
  const { node, sandbox, effects, owners, at } = args
  const { writes, reads } = args.source
  const declared = (writes ?? []).filter(({ selector }) => findFunction(selector) === undefined).slice(0, MAX_DECLARED)
  const declaredSelectors = new Set([...reads, ...(writes ?? []).map(({ selector }) => selector)])
  const trialArgs = {
    functions: [...knownFunctions(args.selectors), ...declared],
    unnamed: unknownSelectors(args.selectors)
      .filter((selector) => !declaredSelectors.has(selector))
      .slice(0, MAX_UNNAMED),
    callers: owners.candidates,
    outsider: OUTSIDER,
    victim: effects.cast.buyer,
    supply: args.supply,
    part: effects.seed.raw / 2n,
    seed: effects.seed.calls,
  }
  const [trials, baseline] = await Promise.all([findTrials(sandbox, effects.token, trialArgs, signal), baselineOf(sandbox, effects, signal)])
  const seen = await mapLimited(trials, TRIAL_CONCURRENCY, (trial) => effectOf(sandbox, effects, baseline, trial, signal))
  const movable = baseline.transferOk || baseline.sellOk
  const flags = new Map<PowerFlag, Flag>()
  for (const id of POWER_FLAGS) {
    const effect = id === 'hidden_owner' ? hiddenBy(seen, owners) : seen.find((one) => provenBy(one) === id)
    if (effect !== undefined) {
      const { caller, name, open } = effect.trial
      const holder = open ? null : await holderOf(node, caller, at, signal)
      flags.set(id, readFlag(true, sentenceOf(id, effect), at.number, { holder, evidence: [open ? 'anybody' : caller, name] }))
    } else if (!movable && !SEEN_WITHOUT_MOVING.has(id)) {
      flags.set(id, unknownFlag('A buyer can neither transfer nor sell, so the effect of a setter cannot be measured.'))
    } else {
      flags.set(id, readFlag(false, 'No function that a known address may call had this effect in simulation.', at.number))
    }
  }
  const taxes = seen.filter(({ trial }) => trial.category === 'tax_write')
  return {
    flags: Object.fromEntries(flags) as unknown as PowerFlags,
    taxCapPct: taxes.length === 0 ? null : Math.max(...taxes.map(({ taxPct, blocked }) => (blocked ? 100 : (taxPct ?? 100)))),
    obeyed: seen.map((effect) => ({
      function: effect.trial.name,
      caller: effect.trial.open ? 'anybody' : effect.trial.caller,
      effect: provenBy(effect),
    })),
  }
}

/** An effect that a known address achieved although the reported owner is the zero or a dead address. */
function hiddenBy(seen: readonly Effect[], { owner, hasOwner, candidates }: Owners): Effect | undefined {
  if (owner !== null || !hasOwner) return undefined
  return seen.find((effect) => !effect.trial.open && candidates.includes(effect.trial.caller as Address) && provenBy(effect) !== null)
}

function sentenceOf(id: PowerFlag, { trial, taxPct }: Effect): string {
  const who = trial.open ? 'anybody' : trial.caller
  const did: Readonly<Record<PowerFlag, string>> = {
    mintable: 'raised the total supply',
    change_balance: "lowered a buyer's balance",
    pausable: "stopped a buyer's transfers",
    blacklist: 'stopped one buyer',
    whitelist: 'changed who may trade',
    anti_whale_modifiable: 'set a limit that stopped a sell',
    cooldown_modifiable: 'set a waiting time that stopped a sell',
    tax_modifiable: taxPct === null ? 'set a tax that stopped a sell' : `set the tax to ${shortPercent(taxPct)}`,
    tax_per_wallet: taxPct === null ? 'set a tax for one wallet that stopped its sell' : `set the tax of one wallet to ${shortPercent(taxPct)}`,
    hidden_owner: 'took effect although no owner is reported',
  }
  return `In simulation ${functionName(trial)} called by ${who} ${did[id]}.`
}

const functionName = ({ name, category }: Trial): string => (category === 'unknown' ? `the unnamed function ${name}` : name)
