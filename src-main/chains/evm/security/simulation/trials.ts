import type { Address } from '../../../../../src-shared/domain/address.ts'
import type { BlockRef } from '../../../adapter.ts'
import type { SecurityParts } from '../../../security/parts.ts'
import type { Node } from '../../rpc/node.ts'
import { takesBack, transferDependsOn } from './depends.ts'
import type { Seed } from './effects.ts'
import { CASTS, type Cast } from '../liquidity/market.ts'
import type { OpenMarket } from '../liquidity/open-markets.ts'
import type { Owners } from '../contract/owners.ts'
import { readPowers, unknownPowers, type Powers } from '../contract/powers.ts'
import type { Sandbox } from './sandbox.ts'
import { knownFunctions } from '../contract/selectors.ts'
import type { VerifiedSource } from '../contract/source.ts'

const NO_SEED: Seed = { calls: [], raw: 0n }

interface TrialsArgs {
  readonly node: Node
  readonly sandbox: Sandbox | null
  readonly token: Address
  readonly market: OpenMarket | null
  readonly seed: Seed | null
  readonly owners: Owners
  /** The token itself, its pools and their quote tokens, which are not tested as dependencies of a transfer. */
  readonly traded: ReadonlySet<string>
  readonly selectors: ReadonlySet<string>
  readonly source: VerifiedSource
  readonly supply: bigint
  readonly at: BlockRef
}

export interface Trials {
  readonly powers: Powers
  /** Contracts without which a transfer fails; null when not tested. */
  readonly needs: readonly Address[] | null
  /** Who regained ownership and with which function; null where it was not possible, undefined when not tested. */
  readonly regained: Awaited<ReturnType<typeof takesBack>> | undefined
}

/** Simulated trials: the effects of the owners' functions, contracts on which transfers depend, and whether ownership can be regained. */
export async function readTrials(args: TrialsArgs, { part }: SecurityParts, signal: AbortSignal): Promise<Trials> {
  const { node, sandbox, token, market, seed, owners, traded, selectors, source, supply, at } = args
  const cast = CASTS[0] as Cast
  const why = sandbox === null ? 'The endpoint does not support eth_simulateV1.' : 'No buyer could be given tokens, so nothing could be tested.'
  const noPowers: Powers = { flags: unknownPowers(why), taxCapPct: null, obeyed: [] }
  if (sandbox === null) return { powers: noPowers, needs: null, regained: undefined }
  const effects = { token, market, cast, seed: seed ?? NO_SEED }
  const stored = owners.candidates.filter((address) => !traded.has(address))
  const offered = new Set(knownFunctions(selectors).map(({ signature }) => signature))
  const [powers, needs, regained] = await Promise.all([
    seed === null ? noPowers : part('Powers', () => readPowers({ node, sandbox, effects, owners, selectors, source, supply, at }, signal), noPowers),
    seed === null ? null : part('Calls of other contracts', () => transferDependsOn(node, sandbox, { token, stored, cast, seed, at }, signal)),
    part('Take-back', () => takesBack(sandbox, token, owners, offered, signal), undefined),
  ])
  return { powers, needs, regained }
}
