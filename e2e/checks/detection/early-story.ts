import { trustedAddress } from '../../../src-shared/domain/address.ts'
import type { TradeFact } from '../../../src-shared/domain/events.ts'
import type { TokenFacts } from '../../../src-main/detectors/facts.ts'
import { detectAll, type Findings } from '../../../src-main/detectors/findings.ts'
import { shippedRules, buildFacts, type Story } from './story.ts'

/** Duration of one block in hours of the story: 300 blocks per hour. */
export const blocks = (count: number): number => count / 300

export function findings(story: Story, change: (facts: TokenFacts) => TokenFacts = (facts) => facts): Findings {
  const facts = buildFacts(story)
  return detectAll(change({ ...facts, token: { ...facts.token, network: 'sol' } }), { rules: shippedRules, changed: [] })
}

/** Moves the buys of the named wallets into one transaction. */
export const inOneTransaction =
  (...wallets: string[]) =>
  (facts: TokenFacts): TokenFacts => ({
    ...facts,
    trades: facts.trades.map((trade, i): TradeFact =>
      wallets.includes(trade.signer) ? { ...trade, tx: 'bundle', leg: i, signer: trustedAddress('s') } : trade,
    ),
  })

/** Turns the buys of a trade list at these indexes into sales of the same amounts. */
export const asSales =
  (...indexes: number[]) =>
  (facts: TokenFacts): TokenFacts => ({
    ...facts,
    trades: facts.trades.map((trade, i): TradeFact => (indexes.includes(i) ? { ...trade, tokenIn: trade.tokenOut, tokenOut: trade.tokenIn } : trade)),
  })
