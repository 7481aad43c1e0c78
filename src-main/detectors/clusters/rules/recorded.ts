import { toUnits } from '../../../../src-shared/domain/amount.ts'
import { NATIVE } from '../../../../src-shared/domain/events.ts'
import type { RecordedLink } from '../../../../src-shared/domain/token.ts'
import { shortAddress, unitsText } from '../../../../src-shared/domain/shown.ts'
import type { FactIndex } from '../../fact-index.ts'
import { evidence, type ClusterRule } from '../evidence.ts'

/**
 * Links that an imported holder map states as totals, without times or transactions. Its publisher already removed noise, so
 * the dust threshold for single transfers does not apply. Links in other tokens are shown but join no wallets.
 */
export const recordedNative: ClusterRule = (index) =>
  links(index, NATIVE).map((link) =>
    evidence({
      rule: 'recorded_native',
      family: 'funding',
      between: [link.source, link.target],
      weight: index.rules.funding.recorded_native,
      value: `${unitsText(link.forward)} ${index.nativeSymbol} one way, ${unitsText(link.backward)} back`,
      threshold: 'any total stated by the imported map',
      sentence: transferSentence(link, index.nativeSymbol),
    }),
  )

export const recordedToken: ClusterRule = (index) => {
  const { transfer } = index.rules
  const supply = toUnits(index.facts.token.totalSupply, index.facts.token.decimals)
  const percent = transfer.recorded_large_supply_ppm / 1e4
  const large = (supply * transfer.recorded_large_supply_ppm) / 1e6
  return links(index, index.facts.token.address).map((link) =>
    evidence({
      rule: 'recorded_token',
      family: 'transfer',
      between: [link.source, link.target],
      weight: Math.max(link.forward, link.backward) >= large ? transfer.recorded_large : transfer.recorded_small,
      value: `${unitsText(link.forward)} ${index.symbol} one way, ${unitsText(link.backward)} back`,
      threshold: `${transfer.recorded_large} from ${unitsText(large)} ${index.symbol} (${percent} % of supply), below it ${transfer.recorded_small}`,
      sentence: transferSentence(link, index.symbol),
    }),
  )
}

function links(index: FactIndex, token: string): RecordedLink[] {
  return index.facts.recordedLinks.filter(
    ({ token: moved, source, target, forward, backward }) =>
      moved === token && source !== target && forward + backward > 0 && !index.isHub(source) && !index.isHub(target),
  )
}

function transferSentence({ source, target, forward, backward }: RecordedLink, symbol: string): string {
  const [x, y] = [shortAddress(source), shortAddress(target)]
  if (forward > 0 && backward > 0) return `${x} and ${y} sent each other ${symbol}: ${unitsText(forward)} one way, ${unitsText(backward)} back.`
  return forward > 0 ? `${x} sent ${y} ${unitsText(forward)} ${symbol}.` : `${y} sent ${x} ${unitsText(backward)} ${symbol}.`
}
