import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { EarlyRecord, LifeEvent } from '../../../src-shared/contract/records/evidence.ts'
import type { NetworkId } from '../../../src-shared/networks.ts'
import { useClient } from '../../api/service.tsx'
import { lifeLinesQuery, type TokenRef } from '../../api/token-queries.ts'
import { exactAmount, formatCount, formatUsd, weightText } from '../../format/number.ts'
import { clearSelection } from '../../stores/selection.ts'
import { AddressText } from '../../ui/AddressText.tsx'
import { IconButton } from '../../ui/Button.tsx'
import { QueryFailure } from '../../ui/Failure.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { Evidence, TxLink } from '../../ui/TxLink.tsx'
import { TapeTime } from '../../ui/Value.tsx'
import type { EarlyRow } from './early-rows.ts'
import { REASON_TEXT } from './early-text.ts'
import { AmountCell, PlainTable } from '../../ui/PlainTable.tsx'
import styles from './EarlyView.module.css'

interface Props {
  token: TokenRef
  row: EarlyRow
  record: EarlyRecord
  symbol: string | null
}

/** One wallet in detail: reasons with transactions, and its activity as a table. */
export function WalletLife({ token, row, record, symbol }: Props) {
  return (
    <section className={styles.life} aria-labelledby="wallet-life">
      <header className={styles.lifeHead}>
        <h2 id="wallet-life">
          <AddressText address={row.address} label={row.label} />
        </h2>
        <IconButton icon="close" label="Close" size="small" onClick={clearSelection} />
      </header>
      <div className={styles.lifeGrid}>
        <ul className={styles.facts}>
          <Why network={token.network} row={row} />
          {row.insider === null || row.insider.path.length === 0 ? null : <CreatorPath network={token.network} row={row} creator={record.creator} />}
        </ul>
        <Activity token={token} row={row} symbol={symbol} />
      </div>
    </section>
  )
}

function Why({ network, row }: { network: NetworkId; row: EarlyRow }): ReactNode {
  const { sniper, bundler, insider } = row
  return (
    <>
      {sniper === null ? null : (
        <li>
          <span>
            Bought <span className="num">{exactAmount(sniper.first_buy.amount)}</span> in block{' '}
            <span className="num">{formatCount(sniper.first_buy.block)}</span>, inside the window.
            {sniper.owner === null ? null : (
              <>
                {' '}
                This contract is used by <AddressText address={sniper.owner} /> alone.
              </>
            )}
          </span>
          <Evidence network={network} txs={[sniper.first_buy.tx]} />
        </li>
      )}
      {bundler?.reasons.map((reason, index) => (
        <li key={reason}>
          <span>{REASON_TEXT[reason].description}.</span>
          {index === 0 ? <Evidence network={network} txs={bundler.evidence} /> : null}
        </li>
      ))}
      {insider?.rules.map((rule) => (
        <li key={rule.rule}>
          <span>
            {rule.sentence}{' '}
            <span className="quiet">
              Rule <code>{rule.rule}</code>, weight <span className="num">{weightText(rule.weight)}</span>.
            </span>
          </span>
          <Evidence network={network} txs={rule.evidence} />
        </li>
      ))}
    </>
  )
}

function CreatorPath({ network, row, creator }: { network: NetworkId; row: EarlyRow; creator: EarlyRecord['creator'] }) {
  return (
    <li>
      <strong>Path from the creator</strong>
      {creator === null ? null : <span className="quiet">Source of the creator: {creator.source}.</span>}
      <ol className={styles.path}>
        {row.insider?.path.map((step) => (
          <li key={`${step.from}${step.to}${step.tx ?? ''}`} className={styles.step}>
            <AddressText address={step.from} /> <span aria-hidden="true">→</span>
            <span className="visually-hidden">to</span> <AddressText address={step.to} />{' '}
            <span className="quiet">{step.kind.replaceAll('_', ' ')}</span>
            {step.tx === null ? null : <TxLink network={network} tx={step.tx} />}
          </li>
        ))}
      </ol>
    </li>
  )
}

const EVENT_LABELS: Readonly<Record<LifeEvent, string>> = { buy: 'Buy', sell: 'Sell', in: 'In', out: 'Out', mint: 'Mint', burn: 'Burn' }
const SIDES: Partial<Record<LifeEvent, string>> = { buy: 'side side-buy', sell: 'side side-sell' }

function Activity({ token, row, symbol }: Omit<Props, 'record'>) {
  const query = useQuery(lifeLinesQuery(useClient(), token, row.group))
  const line = query.data?.value.lines.find(({ address }) => address === row.address)
  if (query.isLoadingError) return <QueryFailure title="Could not load the activity of this wallet" query={query} />
  if (query.data === undefined) return <Loading what="wallet activity" />
  if (line === undefined || line.events.length === 0) return <p className="quiet">No activity is stored for this wallet.</p>
  return (
    <div>
      {line.truncated ? <p className="quiet">Only the most recent activity is listed.</p> : null}
      <PlainTable
        dense
        className={styles.moves}
        columns={[
          { start: 'Time', title: 'Time ago within a day, otherwise the time in UTC' },
          'Type',
          { end: symbol ?? 'Amount' },
          { end: 'Balance after' },
          { end: 'Value' },
          'Counterparty',
          'Transaction',
        ]}
      >
        {line.events.map((event, index) => (
          <tr key={`${event.tx}${index}`}>
            <td>
              <TapeTime at={event.time} />
            </td>
            <td>
              <span className={SIDES[event.kind]}>{EVENT_LABELS[event.kind]}</span>
            </td>
            <AmountCell value={event.amount} />
            <AmountCell value={event.balance_after} />
            <td className="end num" title={event.usd === null ? 'No price is known for this time.' : undefined}>
              {formatUsd(event.usd)}
            </td>
            <td>{event.counterparty === null ? <span className="quiet">–</span> : <AddressText address={event.counterparty} />}</td>
            <td>
              <TxLink network={token.network} tx={event.tx} />
            </td>
          </tr>
        ))}
      </PlainTable>
    </div>
  )
}
