import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import type { TokenSummary } from '../../../src-shared/contract/records/local.ts'
import type { SnapshotRecord } from '../../../src-shared/contract/records/snapshot.ts'
import { atSnapshot } from '../../../src-shared/domain/unknown-lists.ts'
import { SHARE_NAMES } from '../../../src-shared/domain/share-figures.ts'
import { useClient } from '../../api/service.tsx'
import { importsQuery } from '../../api/service-queries.ts'
import { earlyQuery, overviewQuery, type TokenRef } from '../../api/token-queries.ts'
import { exactPercent, formatCount, formatPercent, leastPercent } from '../../format/number.ts'
import { exactTime, formatMoment } from '../../format/time.ts'
import { isSampleCase, partialText, sourceText } from '../../format/token-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { NoteList } from '../../ui/States.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { InfoTooltip } from '../../ui/Tooltip.tsx'
import { Age, Amount } from '../../ui/Value.tsx'
import { LiveTrades } from './LiveTrades.tsx'
import { ORDER, overviewFigures, type Figure } from './figures.ts'
import { snapshotFigures } from './snapshot-figures.ts'

/** Shares, holders, supply, time and source of the token. */
export function OverviewStrip({ token, summary, moment = null }: { token: TokenRef; summary: TokenSummary; moment?: SnapshotRecord | null }) {
  if (moment !== null) return <SnapshotStrip token={token} summary={summary} snapshot={moment} />
  return <LatestStrip token={token} summary={summary} />
}

function LatestStrip({ token, summary }: { token: TokenRef; summary: TokenSummary }) {
  const client = useClient()
  const overview = useQuery(overviewQuery(client, token))
  const shares = overview.data?.value
  // A share of zero does not say whether the stored creator was counted as one.
  const unknown = overview.data?.unknown ?? []
  const needsCreatorShare = summary.creator !== null && shares?.dev_pct === 0
  const early = useQuery({ ...earlyQuery(client, token), enabled: needsCreatorShare })
  // While the token is being read, the lists may take long. The share is unknown until then.
  const isCreatorShareKnown = !needsCreatorShare || early.data !== undefined || unknown.includes('dev_pct')
  const creatorPct = early.data === undefined ? (shares?.dev_pct ?? null) : (early.data.value.creator?.total_percentage ?? null)
  const imports = useQuery(importsQuery(client))
  const partial = partialText(summary)
  return (
    <Strip
      figures={shares === undefined || !isCreatorShareKnown ? null : overviewFigures(shares, summary, creatorPct, unknown)}
      query={early.isError && !overview.isError ? early : overview}
      holders={{
        total: summary.holder_count,
        listed: summary.holders_known,
        word: 'known',
        why: 'The on-chain holder count is unknown. This is the number of stored holders.',
      }}
      supply={summary.total_supply}
    >
      <span className="strip-source-line">
        {isSampleCase(summary, imports.data?.value.imports ?? []) ? <Tag tone="notice" text="Sample case" /> : null}
        {partial === null ? null : <Tag tone="warning" title="Figures describe the stored holders. Smaller holders are missing." text="Partial" />}
        <LiveTrades key={`${token.network}:${token.address}`} token={token} />
        <Moment word="As of" at={summary.as_of} />
      </span>
      <InfoTooltip text={summary.notes.length === 0 ? 'No known gaps in the data.' : <NoteList notes={summary.notes} />}>
        <button type="button" className="strip-source-text tiny quiet truncate">
          {sourceText(summary)}
          {partial === null ? '' : `, ${partial}`}
        </button>
      </InfoTooltip>
    </Strip>
  )
}

/** An imported snapshot may have been taken long after its data was read. The data time is then shown too. */
const STALE_SECONDS = 3_600

/** The same figures at a snapshot. */
function SnapshotStrip({ token, summary, snapshot }: { token: TokenRef; summary: TokenSummary; snapshot: SnapshotRecord }) {
  const client = useClient()
  const early = useQuery(earlyQuery(client, token))
  const overview = useQuery(overviewQuery(client, token))
  const lists = early.data?.value
  const open = overview.data?.unknown
  const figures = useMemo(
    () => (lists === undefined || open === undefined ? null : snapshotFigures(snapshot, atSnapshot(summary, snapshot), lists, open)),
    [snapshot, summary, lists, open],
  )
  const { holder_count, total_supply } = snapshot.token_metadata
  const dataOf = snapshot.currency.as_of
  const listed = snapshot.nodes.filter((node) => node.is_holder).length
  return (
    <Strip
      figures={figures}
      query={overview.isError && !early.isError ? overview : early}
      holders={{ total: holder_count, listed, word: 'listed', why: 'Holders listed in the snapshot. The on-chain holder count is unknown.' }}
      supply={total_supply}
    >
      <span className="strip-source-line">
        <Tag tone="notice" text="Snapshot" />
        <Moment word="From" at={snapshot.timestamp} />
      </span>
      {snapshot.timestamp - dataOf < STALE_SECONDS ? null : (
        <span className="quiet" title={exactTime(dataOf)}>
          Data as of <strong className="num">{formatMoment(dataOf)}</strong>
        </span>
      )}
    </Strip>
  )
}

interface StripProps {
  /** null until they are computed by the query. */
  readonly figures: readonly Figure[] | null
  readonly query: Pick<UseQueryResult, 'isError' | 'refetch'>
  readonly holders: { readonly total: number | null; readonly listed: number; readonly word: string; readonly why: string }
  readonly supply: number | null
  /** Time and source. */
  readonly children: ReactNode
}

function Strip({ figures, query, holders: { total, listed, word, why }, supply, children }: StripProps) {
  return (
    <section className="strip" aria-label="Overview">
      <dl className="strip-figures">
        {figures === null ? <FiguresLoading query={query} /> : figures.map((figure) => <FigureCell key={figure.id} figure={figure} />)}
        <div className="strip-line" />
        <Fact name="Holders" description={total === null ? why : 'Wallets with a balance above zero.'}>
          {formatCount(total ?? listed)}
          {total === null ? <span className="strip-unit">{word}</span> : null}
        </Fact>
        <Fact name="Supply" description="Total supply in token units.">
          <Amount value={supply} />
        </Fact>
      </dl>
      <div className="strip-source">{children}</div>
    </section>
  )
}

function Moment({ word, at }: { word: string; at: number }) {
  return (
    <>
      <span title={exactTime(at)}>
        {word} <strong className="num">{formatMoment(at)}</strong>
      </span>
      <span className="quiet">
        <Age at={at} />
      </span>
    </>
  )
}

function FigureCell({ figure }: { figure: Figure }) {
  const unknown = figure.value === null
  return (
    <Fact
      name={figure.name}
      description={
        <>
          {figure.description}
          <br />
          {figure.value === null ? null : (
            <span className="num">
              {figure.atLeast ? 'At least ' : ''}
              {exactPercent(figure.value)}
            </span>
          )}{' '}
          {figure.why}
        </>
      }
      unknown={unknown}
    >
      {figure.value === null ? 'unknown' : figure.atLeast ? leastPercent(figure.value) : formatPercent(figure.value)}
    </Fact>
  )
}

interface FactProps {
  name: string
  description: ReactNode
  unknown?: boolean
  children: ReactNode
}

function Fact({ name, description, unknown = false, children }: FactProps) {
  return (
    <InfoTooltip text={description}>
      <div className="strip-figure" tabIndex={0} data-unknown={unknown}>
        <dt>{name}</dt>
        <dd className="num">{children}</dd>
      </div>
    </InfoTooltip>
  )
}

function FiguresLoading({ query }: Pick<StripProps, 'query'>) {
  if (query.isError)
    return (
      <div className="strip-failed" role="alert">
        Could not compute the shares. <Button kind="quiet" text="Try again" onClick={() => void query.refetch()} />
      </div>
    )
  return ORDER.map((id) => (
    <div key={id} className="strip-figure">
      <dt>{SHARE_NAMES[id]}</dt>
      <dd>
        <Skeleton width={48} height={16} />
      </dd>
    </div>
  ))
}
