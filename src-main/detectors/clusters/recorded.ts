import { toUnits } from '../../../src-shared/domain/amount.ts'
import { NATIVE } from '../../../src-shared/domain/events.ts'
import type { RecordedLink } from '../../../src-shared/domain/token.ts'
import { shortAddress } from '../../../src-shared/domain/shown.ts'
import type { Study } from '../study.ts'
import { unitsText } from '../wording.ts'
import { evidence, type ClusterRule } from './evidence.ts'

/**
 * Links that an imported holder map states as totals: no times, no single transactions. Its publisher already left out
 * what is noise, so the floor for single transfers does not apply. Links in other tokens are shown but join nobody.
 */
export const recordedNative: ClusterRule = (study) =>
  links(study, NATIVE).map((link) =>
    evidence({
      rule: 'recorded_native',
      family: 'funding',
      between: [link.source, link.target],
      weight: study.rules.funding.recorded_native,
      value: `${unitsText(link.forward)} ${study.nativeSymbol} one way, ${unitsText(link.backward)} back`,
      threshold: 'any total stated by the imported map',
      sentence: said(link, study.nativeSymbol),
    }),
  )

export const recordedToken: ClusterRule = (study) => {
  const { transfer } = study.rules
  const supply = toUnits(study.facts.token.totalSupply, study.facts.token.decimals)
  const percent = transfer.recorded_large_supply_ppm / 1e4
  const large = (supply * transfer.recorded_large_supply_ppm) / 1e6
  return links(study, study.facts.token.address).map((link) =>
    evidence({
      rule: 'recorded_token',
      family: 'transfer',
      between: [link.source, link.target],
      weight: Math.max(link.forward, link.backward) >= large ? transfer.recorded_large : transfer.recorded_small,
      value: `${unitsText(link.forward)} ${study.symbol} one way, ${unitsText(link.backward)} back`,
      threshold: `${transfer.recorded_large} from ${unitsText(large)} ${study.symbol} (${percent} % of supply), below it ${transfer.recorded_small}`,
      sentence: said(link, study.symbol),
    }),
  )
}

function links(study: Study, token: string): RecordedLink[] {
  return study.facts.recordedLinks.filter(
    ({ token: moved, source, target, forward, backward }) =>
      moved === token && source !== target && forward + backward > 0 && !study.isHub(source) && !study.isHub(target),
  )
}

function said({ source, target, forward, backward }: RecordedLink, symbol: string): string {
  const [x, y] = [shortAddress(source), shortAddress(target)]
  if (forward > 0 && backward > 0) return `${x} and ${y} sent each other ${symbol}: ${unitsText(forward)} one way, ${unitsText(backward)} back.`
  return forward > 0 ? `${x} sent ${y} ${unitsText(forward)} ${symbol}.` : `${y} sent ${x} ${unitsText(backward)} ${symbol}.`
}
