import type { WalletRecord } from '../../../src-shared/contract/records/evidence.ts'
import { shortPercent, unitsText } from '../../../src-shared/domain/shown.ts'
import { citation, paragraph } from '../table.ts'
import { clusterName } from './clusters.ts'
import { plainWords } from './plain-words.ts'

/** What a wallet holds of a token, its cluster, and its classes with their evidence. */
export function walletLines({ address, label, tags, percentage, balance, cluster, classes }: WalletRecord): string[] {
  const name = [label, tags.filter((tag) => tag !== 'wallet').join(', ')].filter((part) => part !== null && part !== '').join('; ')
  const held = classes.filter(({ holds }) => holds === true)
  const open = classes.filter(({ holds }) => holds === null)
  return [
    `${address}${name === '' ? '' : ` (${name})`}`,
    `Holds ${unitsText(balance)}, ${shortPercent(percentage)} of supply. ${cluster === null ? 'In no cluster.' : `In cluster ${clusterName(cluster)}.`}`,
    // A wallet that is fresh for a day is fresh for a month, in the same words.
    ...new Set(held.map(({ sentence, evidence }) => paragraph(`${sentence}${citation(evidence)}`, { bullet: '- ' }))),
    ...[...Map.groupBy(open, ({ sentence }) => sentence)].map(([sentence, same]) =>
      paragraph(`${same.map(({ name: flag }) => plainWords(flag)).join(', ')}: ${sentence}`, { bullet: '? ' }),
    ),
  ]
}
