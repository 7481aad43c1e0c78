import { percentOf, sumRaw } from '../../src-shared/domain/amount.ts'
import { NOT_A_MEMBER } from '../../src-shared/domain/labels.ts'
import type { HolderLine, ScanInput } from './input.ts'
import { applies, CLEAR, inBand, unknown, type Rule } from './rule.ts'

const ALL = Number.POSITIVE_INFINITY
const FEW_HOLDERS = 50
const YOUNG_SECONDS = 3_600
const NOT_READ = 'The holders of this token have not been read.'
const NOT_COUNTED = 'Links between wallets have not been counted for this token.'

/** Largest holders that are people: no pool, burn, locker or exchange. */
export const people = (top: readonly HolderLine[]): readonly HolderLine[] => top.filter(({ tags }) => !tags.some((tag) => NOT_A_MEMBER.has(tag)))

function topShare({ holders, token }: ScanInput, count: number): { pct: number | null; who: readonly string[] } {
  if (holders.top.length === 0 || token.totalSupply === 0n) return { pct: null, who: [] }
  const largest = people(holders.top).slice(0, count)
  return { pct: percentOf(sumRaw(largest.map(({ raw }) => raw)), token.totalSupply), who: largest.slice(0, 5).map(({ address }) => address) }
}

const concentration = (id: string, count: number, from: number, below: number): Rule => ({
  id,
  clears: count === 1 ? `No wallet holds ${from} % or more.` : `The ten largest wallets hold less than ${from} %.`,
  decide(input) {
    const { pct, who } = topShare(input, count)
    return inBand(pct, from, below, NOT_READ, who)
  },
})

const origin = (id: string, what: keyof ScanInput['origin'], from: number, below: number, clears: string): Rule => ({
  id,
  clears,
  decide: (input) => inBand(input.origin[what], from, below, NOT_COUNTED),
})

export const holderRules: readonly Rule[] = [
  concentration('top1_25', 1, 25, ALL),
  concentration('top1_10', 1, 10, 25),
  concentration('top10_50', 10, 50, ALL),
  concentration('top10_30', 10, 30, 50),
  {
    id: 'few_holders',
    clears: `The token has ${FEW_HOLDERS} holders, or is younger than an hour.`,
    decide({ holders, token, now }) {
      if (holders.count === null) return unknown(NOT_READ)
      if (holders.count >= FEW_HOLDERS) return CLEAR
      if (token.createdAt === null) return unknown('The age of the token is not known.')
      return now - token.createdAt > YOUNG_SECONDS ? applies(holders.count, { threshold: FEW_HOLDERS }) : CLEAR
    },
  },
  origin('cluster_40', 'clusterPct', 40, ALL, 'Linked wallets hold less than 40 %.'),
  origin('cluster_20', 'clusterPct', 20, 40, 'Linked wallets hold less than 20 %.'),
  origin('bundlers_25', 'bundlersPct', 25, ALL, 'Bundled wallets hold less than 25 %.'),
  origin('bundlers_10', 'bundlersPct', 10, 25, 'Bundled wallets hold less than 10 %.'),
  origin('insiders_20', 'insidersPct', 20, ALL, 'Creator and insiders hold less than 20 %.'),
  origin('insiders_5', 'insidersPct', 5, 20, 'Creator and insiders hold less than 5 %.'),
  origin('snipers_20', 'snipersPct', 20, ALL, 'Snipers hold less than 20 %.'),
]

const NO_CREATOR = 'The creator is not known.'
const SERIAL = 10

export const creatorRules: readonly Rule[] = [
  {
    id: 'creator_rugs',
    clears: 'Nothing: it is history.',
    decide({ creatorTokens }) {
      if (creatorTokens === null) return unknown(NO_CREATOR)
      const { rugged } = creatorTokens
      return rugged.length > 0 ? applies(rugged.length, { threshold: 1, evidence: rugged.slice(0, 5) }) : CLEAR
    },
  },
  {
    id: 'creator_serial',
    clears: 'One of the creator’s tokens is alive.',
    decide({ creatorTokens }) {
      if (creatorTokens === null) return unknown(NO_CREATOR)
      return creatorTokens.made >= SERIAL && creatorTokens.alive === 0 ? applies(creatorTokens.made, { threshold: SERIAL }) : CLEAR
    },
  },
]
