import { percentOf, sumRaw } from '../../src-shared/domain/amount.ts'
import { NOT_A_MEMBER } from '../../src-shared/domain/labels.ts'
import { MAX_EVIDENCE } from '../../src-shared/domain/evidence.ts'
import type { SecurityFacts } from '../chains/security/facts.ts'
import type { ScanInput } from './input.ts'
import type { Need } from './rule.ts'

/** A reading in percent. */
interface Reading {
  /** Null if unknown. */
  readonly pct: number | null
  /** True if the value may be higher than `pct`. */
  readonly isLeast?: boolean
  /** Why the value is unknown, if it is. */
  readonly why: string
  readonly evidence: readonly string[]
}

interface Measure {
  readonly needs: readonly Need[]
  read(input: ScanInput): Reading
}

export type MeasureId = 'exitTax' | 'buyTax' | 'largestOne' | 'largestTen' | 'cluster' | 'bundlers' | 'insiders' | 'snipers'

export const NOT_READ = 'The holders of this token have not been read.'
const HIDDEN = 'Holders hide parts of their balances.'
const NO_LINKS = 'Links between wallets have not been counted for this token.'

/** What the band rules of rule-table.ts measure (docs/scan.md#score). */
export const MEASURES: Readonly<Record<MeasureId, Measure>> = {
  exitTax: { needs: ['taxes'], read: ({ facts }) => exitTax(facts.taxes) },
  buyTax: { needs: ['taxes'], read: ({ facts }) => taxReading(facts.taxes.buy) },
  largestOne: concentration(1),
  largestTen: concentration(10),
  cluster: origin('clusterPct'),
  bundlers: origin('bundlersPct'),
  insiders: origin('insidersPct'),
  snipers: origin('snipersPct'),
}

const taxReading = ({ pct, how }: SecurityFacts['taxes']['sell']): Reading => ({ pct, why: how, evidence: [how] })

/** The larger of the sell and the transfer tax. Without the sell tax, it is at least the transfer tax. */
function exitTax({ sell, transfer }: SecurityFacts['taxes']): Reading {
  if (sell.pct === null && transfer.pct !== null) return { ...taxReading(transfer), isLeast: true, why: sell.how }
  return taxReading((transfer.pct ?? 0) > (sell.pct ?? 0) ? transfer : sell)
}

/** Share of the largest holders without pools, burn addresses, lockers and exchanges. */
function concentration(largest: number): Measure {
  return {
    needs: ['holders'],
    read({ holders, token }) {
      if (holders.top.length === 0 || token.totalSupply === 0n) return { pct: null, why: NOT_READ, evidence: [] }
      const people = holders.top.filter(({ tags }) => !tags.some((tag) => NOT_A_MEMBER.has(tag))).slice(0, largest)
      const pct = percentOf(sumRaw(people.map(({ raw }) => raw)), token.totalSupply)
      const evidence = people.slice(0, MAX_EVIDENCE).map(({ address }) => address)
      return holders.areHidden === true ? { pct, isLeast: true, why: HIDDEN, evidence } : { pct, why: NOT_READ, evidence }
    },
  }
}

/** Total share of linked, early or insider wallets. */
function origin(share: keyof ScanInput['origin']): Measure {
  return { needs: ['origin'], read: (input) => ({ pct: input.origin[share], why: NO_LINKS, evidence: [] }) }
}
