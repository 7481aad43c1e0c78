import { CLEAR, verdictOfFlag, type Rule } from '../rule.ts'

export const tradingLimits: Rule = {
  id: 'trading_limits',
  needs: ['anti_whale_modifiable', 'cooldown_modifiable'],
  clears: 'The right to set limits is given up.',
  decide({ facts: { flags } }) {
    const verdicts = [verdictOfFlag(flags.anti_whale_modifiable), verdictOfFlag(flags.cooldown_modifiable)]
    return verdicts.find(({ state }) => state === 'applies') ?? verdicts.find(({ state }) => state === 'unknown') ?? CLEAR
  },
}
