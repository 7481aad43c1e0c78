import { sumPercent } from '../../../src-shared/domain/amount.ts'
import { countOf, formatPercent } from '../../format/number.ts'
import { clearSelection, toggleWallet } from '../../stores/selection.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/Copy.tsx'
import { Percent } from '../../ui/Value.tsx'
import { ClaimsBlock } from './claims/ClaimsBlock.tsx'
import { Fact } from '../../ui/Fact.tsx'
import styles from './Inspector.module.css'
import { PairFacts } from './PairFacts.tsx'
import { Block, Facts, Page, WalletLink, type FactsProps } from './parts.tsx'

const MAX_ROWS = 200

/** Several wallets: combined holdings and the links between them. */
export function SelectionFacts({ snapshot, clusters, index, wallets }: FactsProps & { readonly wallets: readonly string[] }) {
  const chosen = new Set(wallets)
  const [a, b, ...others] = wallets
  const nodes = wallets.flatMap((address) => index.nodes.get(address) ?? []).sort((a, b) => b.percentage - a.percentage)
  const share = sumPercent(nodes.map((node) => node.percentage))
  const between = index.links.filter((link) => chosen.has(link.source) && chosen.has(link.target))
  const touched = new Set(nodes.flatMap((node) => node.cluster ?? []))
  return (
    <Page>
      <header className={styles['head']}>
        <p className={styles['kind']}>Selection</p>
        <h2>{countOf(nodes.length, 'address', 'addresses')}</h2>
        <p className="dim breaks">
          Together they hold {formatPercent(share)} of supply, with {countOf(between.length, 'link')} between them.
        </p>
        <div className={styles['actions']}>
          <CopyButton text={nodes.map((node) => node.address).join('\n')} label="Copy all addresses" caption="Copy all" />
          <Button kind="quiet" text="Clear" onClick={clearSelection} />
        </div>
      </header>
      <Facts>
        <Fact name="Clusters involved">{touched.size}</Fact>
      </Facts>
      <ClaimsBlock key={`claims ${wallets.join(' ')}`} network={snapshot.network} wallets={wallets} />
      {a === undefined || b === undefined || others.length > 0 ? null : (
        <PairFacts key={`${a} ${b}`} snapshot={snapshot} clusters={clusters} index={index} a={a} b={b} />
      )}
      <Block title="Addresses">
        <ul className={styles['rows']}>
          {nodes.slice(0, MAX_ROWS).map((node) => (
            <li key={node.address} className={styles['row']}>
              <WalletLink address={node.address} nodes={index.nodes} />
              <span className={styles['row-end']}>
                <Percent value={node.percentage} />
              </span>
              <IconButton icon="close" size="small" label="Remove from selection" onClick={() => toggleWallet(node.address)} />
            </li>
          ))}
        </ul>
        {nodes.length > MAX_ROWS ? <p className="small quiet">and {nodes.length - MAX_ROWS} smaller ones</p> : null}
      </Block>
    </Page>
  )
}
