import type { PoolLiquidity } from '../chains/security/facts.ts'
import type { ScanInput } from './input.ts'
import { lockedRange, shownPart } from './liquidity.ts'
import { MEASURES } from './measures.ts'
import { applies, CLEAR, verdictOfFlag, unknown, type Rule, type Verdict } from './rule.ts'
import type { RuleRow } from './rule-table.ts'

/** Rules built from table rows, and the shapes that several rules with logic share. */

type Named = Pick<Rule, 'id' | 'clears'>

export const NO_OWNERS = 'Who owns the liquidity could not be read.'
export const NO_RESERVES = 'The reserves of some pools could not be read.'
/** Percent of the liquidity that one owner may withdraw; a smaller part is no finding (docs/scan.md#liquidity-and-locks). */
export const FREE_OWNER_PCT = 20

export function ruleOfRow(row: RuleRow): Rule {
  const { id, clears } = row
  if ('flag' in row) return { id, clears, needs: [row.flag], decide: ({ facts }) => verdictOfFlag(facts.flags[row.flag]) }
  const { from, below = Number.POSITIVE_INFINITY } = row
  const { needs, read } = MEASURES[row.measure]
  return {
    id,
    clears,
    needs,
    decide(input) {
      const { pct, isLeast = false, why, evidence } = read(input)
      if (pct === null) return unknown(why)
      if (pct >= from && pct < below) return applies(pct, { threshold: from, evidence })
      // The unknown part may reach the band.
      return isLeast && pct < from ? unknown(why) : CLEAR
    },
  }
}

export const poolsRule = ({
  decide,
  ...named
}: Named & { readonly decide: (pools: readonly PoolLiquidity[], input: ScanInput) => Verdict }): Rule => ({
  ...named,
  needs: ['liquidity'],
  decide: (input) => (input.facts.liquidity === null ? unknown('Pools were not looked at.') : decide(input.facts.liquidity, input)),
})

/**
 * Applies if the burned or locked percent over all pools is in [from, below) for any owners of the liquidity whose owners are unknown. The evidence is
 * the owner that could withdraw most of the deepest pool.
 */
export function lockedBand(pools: readonly PoolLiquidity[], from: number, below: number): Verdict {
  if (pools.length === 0) return CLEAR
  const locked = lockedRange(pools)
  if (locked === null) return unknown(NO_OWNERS)
  const { least, most } = locked
  if (most < from || least >= below) return CLEAR
  if (least < from || most >= below) return unknown(NO_OWNERS)
  const owner = pools[0]?.largestFreeOwner ?? null
  return applies(shownPart(locked), { threshold: below, evidence: owner === null ? [] : [owner] })
}

export const creatorRule = ({
  decide,
  ...named
}: Named & { readonly decide: (tokens: NonNullable<ScanInput['creatorTokens']>) => Verdict }): Rule => ({
  ...named,
  needs: ['creator'],
  decide: ({ creatorTokens }) => (creatorTokens === null ? unknown('The creator is not known.') : decide(creatorTokens)),
})
