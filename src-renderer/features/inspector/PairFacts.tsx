import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { MoneyPath } from '../../../src-shared/contract/records/evidence.ts'
import { pathQuery, whyQuery } from '../../api/evidence-queries.ts'
import { useUnderCase } from '../../api/claims.tsx'
import { useClient } from '../../api/service.tsx'
import { countOf, formatAmount } from '../../format/number.ts'
import { exactTime, formatMoment } from '../../format/time.ts'
import { setTrail } from '../../graph/view-store.ts'
import { linkSymbol } from '../../graph/descriptions.ts'
import { AddFinding } from '../../ui/notes/AddFinding.tsx'
import { QueryFailure } from '../../ui/Failure.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { Tag } from '../../ui/Tag.tsx'
import styles from './Inspector.module.css'
import { Block, Evidence, WalletLink, type FactsProps } from './parts.tsx'
import { EvidenceTree } from './EvidenceTree.tsx'

type Hop = MoneyPath['hops'][number]

interface Props extends FactsProps {
  readonly a: string
  readonly b: string
}

/** Two wallets: evidence for or against a link, and the money path, which is also drawn in the graph. */
export function PairFacts(props: Props) {
  return (
    <>
      <PairEvidence {...props} />
      <MoneyPathBlock {...props} />
    </>
  )
}

function PairEvidence({ snapshot, index, a, b }: Props) {
  const why = useQuery(whyQuery(useClient(), { network: snapshot.network, address: snapshot.token_address }, a, b, useUnderCase()))
  const record = why.data?.value
  return (
    <Block
      title="Evidence"
      aside={record === undefined ? null : <Tag tone={record.joined ? 'notice' : 'neutral'} text={record.joined ? 'Linked' : 'Not linked'} />}
    >
      <QueryFailure title="Could not load the evidence" query={why} />
      {why.isPending ? <SkeletonRows rows={2} what="the evidence" /> : null}
      {record === undefined ? null : (
        <>
          <p className="dim breaks">{record.sentence}</p>
          {record.edge === null ? null : (
            <>
              <h4 className={styles['kind']}>Direct evidence{record.edge.accepted ? '' : ', too weak to link them'}</h4>
              <EvidenceTree tree={[record.edge]} weakest={null} network={snapshot.network} nodes={index.nodes} />
            </>
          )}
          {record.path.length === 0 || (record.edge !== null && record.path.length === 1) ? null : (
            <>
              <h4 className={styles['kind']}>Strongest chain of evidence, weakest step first</h4>
              <EvidenceTree tree={record.path} weakest={null} network={snapshot.network} nodes={index.nodes} />
            </>
          )}
          <AddFinding
            key={`finding ${a} ${b}`}
            sentence={record.sentence}
            evidence={[{ kind: 'edge', network: snapshot.network, token_address: snapshot.token_address, a, b }]}
          />
        </>
      )}
    </Block>
  )
}

function MoneyPathBlock({ snapshot, index, a, b }: Props) {
  const path = useQuery(pathQuery(useClient(), { network: snapshot.network, address: snapshot.token_address }, a, b, useUnderCase()))
  const record = path.data?.value
  const way = useMemo(() => (record === undefined ? [] : pathWallets(record)), [record])
  useEffect(() => {
    setTrail(way)
    return () => setTrail([])
  }, [way])
  return (
    <Block
      title="Money path"
      aside={record === undefined || record.hops.length === 0 ? null : <span className="small quiet">{countOf(record.hops.length, 'step')}</span>}
    >
      <QueryFailure title="Could not load the path" query={path} />
      {path.isPending ? <SkeletonRows rows={2} what="the path" /> : null}
      {record === undefined ? null : (
        <>
          <p className="dim breaks">{record.sentence}</p>
          <ol className={styles['tree']}>
            {record.hops.map((hop, i) => (
              <li key={i} className={styles['edge']}>
                <div className="row">
                  <WalletLink address={hop.from} nodes={index.nodes} />
                  <span aria-label="to">→</span>
                  <WalletLink address={hop.to} nodes={index.nodes} />
                </div>
                <p>
                  {hopText(hop, linkSymbol(hop, snapshot))}
                  {hop.first_time === null ? (
                    <span className="small quiet">, times unknown</span>
                  ) : (
                    <span className="small quiet" title={exactTime(hop.first_time)}>
                      , {hop.count === 1 ? '' : 'first '}
                      {formatMoment(hop.first_time)}
                    </span>
                  )}
                </p>
                <details className={styles['fact']}>
                  <summary>Transactions</summary>
                  <Evidence network={snapshot.network} ids={hop.evidence} />
                </details>
              </li>
            ))}
          </ol>
        </>
      )}
    </Block>
  )
}

const HOP_NOUNS: Readonly<Record<Exclude<Hop['kind'], 'funding'>, string>> = { transfer: 'transfer', same_tx: 'transaction', same_block: 'block' }

/** "5 ETH in 2 transfers", "First funding: unknown amount of ETH". */
function hopText({ amount, count, kind }: Hop, symbol: string): string {
  const sum = amount === null ? `unknown amount of ${symbol}` : `${formatAmount(amount)} ${symbol}`
  if (kind === 'funding') return `First funding: ${sum}`
  return `${sum} ${count === null ? 'in total' : `in ${countOf(count, HOP_NOUNS[kind])}`}`
}

/** Wallets in path order. Single hops may point backwards. */
function pathWallets({ a, hops }: MoneyPath): string[] {
  const way = [a]
  for (const { from, to } of hops) way.push(way.at(-1) === from ? to : from)
  return hops.length === 0 ? [] : way
}
