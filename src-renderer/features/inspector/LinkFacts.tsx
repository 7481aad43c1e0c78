import type { SnapshotLink } from '../../../src-shared/contract/records/index.ts'
import { formatCount } from '../../format/number.ts'
import { exactTime, formatMoment } from '../../format/time.ts'
import { describeLink, walletName, linkSymbol } from '../../graph/descriptions.ts'
import { Amount } from '../../ui/Value.tsx'
import { AddFinding } from '../../ui/notes/AddFinding.tsx'
import { PlainHead } from '../../ui/PlainTable.tsx'
import { NotesBlock } from './NotesBlock.tsx'
import { linkKeyString } from '../../graph/elements/link-key.ts'
import type { NoteTarget } from '../../../src-shared/domain/cases/case.ts'
import { Block, Evidence, Facts, Page, Unknown, WalletLink, type FactsProps } from './parts.tsx'
import { Fact } from '../../ui/Fact.tsx'
import styles from './Inspector.module.css'

const KINDS: Readonly<Record<SnapshotLink['kind'], string>> = {
  transfer: 'Transfers',
  funding: 'First funding',
  same_tx: 'Same transaction',
  same_block: 'Same block',
}

const TOTALS_ONLY = 'The source provides totals, not individual transfers.'

/** One link: amounts in both directions, counts, times and transactions. */
export function LinkFacts({ snapshot, index, link }: FactsProps & { readonly link: SnapshotLink }) {
  const symbol = linkSymbol(link, snapshot)
  const [source, target] = [walletName(link.source, index.nodes), walletName(link.target, index.nodes)]
  const time = (at: number | null) => (at === null ? <Unknown why={TOTALS_ONLY} /> : <span title={exactTime(at)}>{formatMoment(at)}</span>)
  const count = (value: number | null) => (value === null ? <Unknown why={TOTALS_ONLY} /> : formatCount(value))
  const together = link.kind === 'same_tx' || link.kind === 'same_block'
  return (
    <Page>
      <header className={styles['head']}>
        <h2 className={styles['kind']}>
          {KINDS[link.kind]}
          {together ? '' : ` of ${symbol}`}
        </h2>
        <p className="dim breaks">{describeLink(link, snapshot, index.nodes)}</p>
      </header>
      <Facts>
        <Fact name="From">
          <WalletLink address={link.source} nodes={index.nodes} />
        </Fact>
        <Fact name="To">
          <WalletLink address={link.target} nodes={index.nodes} />
        </Fact>
      </Facts>
      <table className={styles['ways-table']}>
        <PlainHead columns={['Direction', 'Amount', 'Transfers']} />
        <tbody>
          <tr>
            <th scope="row">
              <span>{source}</span> → <span>{target}</span>
            </th>
            <td>
              <Amount value={link.forward} unit={symbol} />
            </td>
            <td>{count(link.forward_count)}</td>
          </tr>
          <tr>
            <th scope="row">
              <span>{target}</span> → <span>{source}</span>
            </th>
            <td>
              <Amount value={link.backward} unit={symbol} />
            </td>
            <td>{count(link.backward_count)}</td>
          </tr>
        </tbody>
      </table>
      <Facts>
        <Fact name="First">{time(link.first_time)}</Fact>
        <Fact name="Last">{time(link.last_time)}</Fact>
      </Facts>
      <NotesBlock key={linkKeyString(link)} target={linkTarget(snapshot, link)} />
      <Block title="Transactions">
        <Evidence network={snapshot.network} ids={link.evidence} />
        <AddFinding
          key={`finding ${linkKeyString(link)}`}
          sentence={describeLink(link, snapshot, index.nodes)}
          evidence={[
            { kind: 'edge', network: snapshot.network, token_address: snapshot.token_address, a: link.source, b: link.target },
            ...link.evidence.map((transaction) => ({ kind: 'transaction' as const, network: snapshot.network, transaction })),
          ]}
        />
      </Block>
    </Page>
  )
}

const linkTarget = (snapshot: FactsProps['snapshot'], { source, target, kind, token }: SnapshotLink): NoteTarget => ({
  kind: 'link',
  network: snapshot.network,
  token_address: snapshot.token_address,
  source,
  target,
  link_kind: kind,
  asset: token,
})
