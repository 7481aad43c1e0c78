import { percentOf, sumRaw } from '../../src-shared/domain/amount.ts'
import { NOT_A_MEMBER } from '../../src-shared/domain/labels.ts'
import type { FlagId, PoolLiquidity, SecurityFacts } from '../chains/security.ts'
import type { ScanInput } from './input.ts'
import { lockedWeighted } from './liquidity.ts'
import { applies, CLEAR, inBand, ofFlag, unknown, type Rule, type Verdict } from './rule.ts'

/** Shapes that several rules share: a flag, a tax, a share of the supply, the pools, what the creator made. */

type Named = Pick<Rule, 'id' | 'clears'>
/** From this percent on, and below that one. */
interface Band {
  readonly from: number
  readonly below?: number
}

export const NOT_READ = 'The holders of this token have not been read.'
export const NO_OWNERS = 'Who owns the liquidity could not be read.'
/** A smaller part of the liquidity that one owner may withdraw is no finding. */
export const FREE_OWNER_PCT = 20

/** Applies where the flag is true, half where a multisig or timelock holds the power. */
export const flagRule = ({ flag, ...named }: Named & { readonly flag: FlagId }): Rule => ({
  ...named,
  needs: [flag],
  decide: ({ facts }) => ofFlag(facts.flags[flag]),
})

/** What leaving costs: the larger of the sell and the transfer tax. */
function exitTax({ taxes: { sell, transfer } }: SecurityFacts): SecurityFacts['taxes']['sell'] {
  if (sell.pct === null) return transfer.pct === null ? sell : transfer
  return transfer.pct !== null && transfer.pct > sell.pct ? transfer : sell
}

export const exitTaxRule = ({ id, ...band }: Pick<Rule, 'id'> & Band): Rule => ({
  id,
  needs: ['taxes'],
  clears: `Sells and transfers cost less than ${band.from} %.`,
  decide({ facts }) {
    const { pct, how } = exitTax(facts)
    return inBand(pct, { ...band, why: how, evidence: [how] })
  },
})

/** Shares of the largest holders that are people: no pool, burn, locker or exchange. */
export const concentrationRule = ({ id, clears, largest, ...band }: Named & Band & { readonly largest: number }): Rule => ({
  id,
  clears,
  needs: ['holders'],
  decide({ holders, token }) {
    if (holders.top.length === 0 || token.totalSupply === 0n) return unknown(NOT_READ)
    const people = holders.top.filter(({ tags }) => !tags.some((tag) => NOT_A_MEMBER.has(tag))).slice(0, largest)
    const pct = percentOf(sumRaw(people.map(({ raw }) => raw)), token.totalSupply)
    return inBand(pct, { ...band, why: NOT_READ, evidence: people.slice(0, 5).map(({ address }) => address) })
  },
})

/** What linked, early or inside wallets hold together. */
export const originRule = ({ id, clears, measure, ...band }: Named & Band & { readonly measure: keyof ScanInput['origin'] }): Rule => ({
  id,
  clears,
  needs: ['origin'],
  decide: ({ origin }) => inBand(origin[measure], { ...band, why: 'Links between wallets have not been counted for this token.' }),
})

export const poolsRule = ({
  decide,
  ...named
}: Named & { readonly decide: (pools: readonly PoolLiquidity[], input: ScanInput) => Verdict }): Rule => ({
  ...named,
  needs: ['liquidity'],
  decide: (input) => (input.facts.liquidity === null ? unknown('Pools were not looked at.') : decide(input.facts.liquidity, input)),
})

/** Burned or locked percent over all pools in [from, below); the evidence is who could withdraw most of the deepest. */
export function lockedBand(pools: readonly PoolLiquidity[], from: number, below: number): Verdict {
  if (pools.length === 0) return CLEAR
  const locked = lockedWeighted(pools)
  if (locked === null) return unknown(NO_OWNERS)
  const owner = pools[0]?.largestFreeOwner ?? null
  return locked >= from && locked < below ? applies(locked, { threshold: below, evidence: owner === null ? [] : [owner] }) : CLEAR
}

export const creatorRule = ({
  decide,
  ...named
}: Named & { readonly decide: (tokens: NonNullable<ScanInput['creatorTokens']>) => Verdict }): Rule => ({
  ...named,
  needs: ['creator'],
  decide: ({ creatorTokens }) => (creatorTokens === null ? unknown('The creator is not known.') : decide(creatorTokens)),
})
