import { Fragment } from 'react'
import type { EvidenceEdge, SnapshotNode } from '../../../src-shared/contract/records/index.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { countOf, weightText } from '../../format/number.ts'
import { Tag } from '../../ui/Tag.tsx'
import { Fact } from '../../ui/Fact.tsx'
import { useFirstRows } from '../../ui/use-first-rows.tsx'
import styles from './Inspector.module.css'
import { Evidence, WalletLink } from './parts.tsx'
import { groupEdges, formatRule, sortTree } from './evidence-text.ts'

const FIRST = 8

interface Props {
  readonly tree: readonly EvidenceEdge[]
  readonly weakest: number | null
  readonly network: NetworkId
  readonly nodes: ReadonlyMap<string, Pick<SnapshotNode, 'label'>>
}

/** The spanning tree of the strongest edges with their facts, weakest edge first. */
export function EvidenceTree({ tree, weakest, network, nodes }: Props) {
  const sorted = sortTree(tree, weakest)
  const { shown, more } = useFirstRows(sorted, FIRST, `Show all ${sorted.length} links`)
  return (
    <>
      <ol className={styles['tree']}>
        {groupEdges(shown).map(({ shared, edges }) => (
          <li key={edges.map(({ edge }) => `${edge.a} ${edge.b}`).join()} className={styles['edge']}>
            {shared.length === 0 ? null : (
              <p className={styles['shared']}>
                {shared.join(' ')} <span className="small quiet">{countOf(edges.length, 'link')}:</span>
              </p>
            )}
            {edges.map(({ edge, isWeakest, own }) => (
              <Fragment key={`${edge.a} ${edge.b}`}>
                <div className="row">
                  <WalletLink address={edge.a} nodes={nodes} />
                  <span aria-hidden="true">–</span>
                  <WalletLink address={edge.b} nodes={nodes} />
                  <span className={styles['edge-p']} title="Likelihood of a single owner, based on these facts combined (0 to 1)">
                    {weightText(edge.p)}
                  </span>
                </div>
                <div className={styles['edge-tags']}>
                  {isWeakest && sorted.length > 1 ? <Tag tone="warning" title="No other link in this cluster is weaker" text="Weakest link" /> : null}
                  {edge.bridge ? <Tag title="Removing this link splits the cluster" text="Bottleneck link" /> : null}
                </div>
                {shared.length === 0 ? (
                  edge.facts.map((fact, i) => (
                    <details key={i} className={styles['fact']}>
                      <summary>{fact.sentence}</summary>
                      <FactDetails fact={fact} network={network} />
                    </details>
                  ))
                ) : (
                  <details className={styles['fact']}>
                    <summary>{own.length === 0 ? 'Evidence' : own.join('; ')}</summary>
                    {edge.facts.map((fact, i) => (
                      <FactDetails key={i} fact={fact} network={network} />
                    ))}
                  </details>
                )}
              </Fragment>
            ))}
          </li>
        ))}
      </ol>
      {more}
    </>
  )
}

function FactDetails({ fact, network }: { readonly fact: EvidenceEdge['facts'][number]; readonly network: NetworkId }) {
  return (
    <>
      <dl className={styles['facts']}>
        <Fact name="Rule">
          {formatRule(fact.rule)} <span className="small quiet">({fact.family})</span>
        </Fact>
        <Fact name="Weight">{weightText(fact.weight)}</Fact>
        <Fact name="Measured">{fact.value}</Fact>
        <Fact name="Threshold">{fact.threshold}</Fact>
      </dl>
      <Evidence network={network} ids={fact.evidence} />
    </>
  )
}
